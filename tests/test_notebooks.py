"""The notebooks as files: in reading order, each with its question, light, and without anything of the machine that ran them.

That they run and show what they say is checked by nbval, which collects the notebooks themselves.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LARGEST = 300 * 1024


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return found


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def test_they_are_numbered_in_reading_order() -> None:
    names = [path.name for path in NOTEBOOKS]
    assert [name[:3] for name in names] == [f"{number:02}_" for number in range(len(names))]
    assert names[0] == "00_start_here.ipynb"
    assert all(re.fullmatch(r"\d\d_[a-z_]+\.ipynb", name) for name in names)


def test_the_first_one_leads_to_all_the_others_and_ends_with_the_explorer() -> None:
    text = "\n".join(map(source, cells(NOTEBOOKS[0])))
    assert re.findall(r"\]\((\w+\.ipynb)\)", text) == [path.name for path in NOTEBOOKS[1:]]
    assert [source(cell) for cell in cells(NOTEBOOKS[0]) if cell["cell_type"] == "code"][-1].endswith("bl.Explorer(game)")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
class TestEach:
    def test_it_opens_with_the_question_it_answers(self, path: Path) -> None:
        title, _, rest = source(cells(path)[0]).partition("\n")
        assert re.fullmatch(r"# [A-Z].+", title)
        assert re.match(r"\n\*[A-Z][^*]+\?\* ", rest), "a question in italics under the title"

    def test_it_is_light_and_holds_no_widget(self, path: Path) -> None:
        assert path.stat().st_size < LARGEST
        assert "application/vnd.jupyter.widget" not in path.read_text(encoding="utf-8")
        assert "widgets" not in json.loads(path.read_text(encoding="utf-8"))["metadata"]

    def test_it_says_nothing_of_how_it_was_run(self, path: Path) -> None:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        assert notebook["metadata"] == {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
        assert {key for cell in notebook["cells"] for key in cell["metadata"]} <= {"tags"}
        counts = [cell["execution_count"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
        assert counts == list(range(1, len(counts) + 1))

    def test_it_ran_without_an_error(self, path: Path) -> None:
        outputs = [output for cell in cells(path) for output in cell.get("outputs", ())]
        assert [output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"] == []

    def test_its_links_lead_somewhere(self, path: Path) -> None:
        text = "\n".join(source(cell) for cell in cells(path) if cell["cell_type"] == "markdown")
        for target in re.findall(r"\]\(([^)]+)\)", text):
            assert (path.parent / target).is_file(), target

    def test_cells_have_names_that_stay(self, path: Path) -> None:
        ids = [cell["id"] for cell in cells(path)]
        assert len(set(ids)) == len(ids)
        assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*-\d\d", name) for name in ids)
