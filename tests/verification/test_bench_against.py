"""`bench --against`: another commit is measured in a process of its own, and nothing of it is left behind."""

import subprocess
from pathlib import Path

import pytest
from cases import each

from bruges_lab.kernel.errors import LabError
from bruges_lab.verification import bench_against, bench_driver
from bruges_lab.verification.bench_against import Beside, against, driven, unpacked

ROOT = Path(__file__).resolve().parents[2]
in_repository = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no repository")

LAB = """
class Game:
    over = False
    def __init__(self): self.left = 3
    def legal(self): return [0, 1]
    def play(self, choice):
        self.left -= 1
        self.over = self.left == 0
    def to_text(self): return "BL1-"
    def __class_getitem__(cls, item): return cls
State = object
def new_game(*_): return Game()
def from_text(text): return Game()
def play_out(*_): raise AttributeError("not yet")
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a small lab of one commit, tagged `old`, and another state in the working copy."""
    lab = tmp_path / "repository" / "bruges_lab" / "__init__.py"
    lab.parent.mkdir(parents=True)
    lab.write_text(LAB, encoding="utf-8")
    settings = ("-c", "user.name=lab", "-c", "user.email=lab", "-c", "commit.gpgsign=false")
    root = lab.parents[1]
    for words in (["init", "-q"], ["add", "."], [*settings, "commit", "-qm", "one"], ["tag", "old"]):
        subprocess.run(["git", "-C", str(root), *words], check=True)
    (root / "new.txt").write_text("not committed", encoding="utf-8")
    return root


def test_a_commit_is_unpacked_and_gone_again(repository: Path) -> None:
    with unpacked(repository, "old") as place:
        assert sorted(path.name for path in place.iterdir()) == ["bruges_lab"]
    assert not place.exists()
    worktrees = subprocess.run(["git", "-C", str(repository), "worktree", "list"], capture_output=True, check=True)
    assert len(worktrees.stdout.splitlines()) == 1


def test_what_a_state_does_not_have_is_no_figure(repository: Path) -> None:
    with driven(repository, "old") as lab:
        assert (lab.rate("Game.legal + Game.play", 0.001, 3) or 0) > 0
        assert lab.rate("play_out, random", 0.001, 3) is None


def test_both_are_measured_and_put_side_by_side(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_against, "working_copy", lambda: repository)
    found = {one.name: one for one in against("old", windows=2, seconds=0.001)}
    assert list(found) == list(bench_against.names(one.name for one in bench_against.others()))
    played = found["Game.legal + Game.play"]
    assert played.ratio is not None
    assert played.ratio > 0
    assert found["tree"] == Beside("tree", "nodes/s", None, None)
    assert found["tree"].ratio is None


@each("commit", ["no_such_commit", "--all", "", "old:bruges_lab", "x\ny"])
@in_repository
def test_a_commit_that_is_none_is_refused_in_one_line(commit: str) -> None:
    with pytest.raises(LabError, match=r"^unknown commit '[^\n]*' in this repository$"), unpacked(ROOT, commit):
        pass


def test_a_folder_without_history_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="is not a git repository, so there is no other commit"), unpacked(tmp_path, "HEAD"):
        pass


def test_a_commit_that_cannot_be_loaded_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "bruges_lab.py").write_text("raise RuntimeError('broken')", encoding="utf-8")
    with pytest.raises(LabError, match=r"^old cannot be measured: RuntimeError: broken$"), driven(tmp_path, "old"):
        pass


def test_another_lab_than_the_one_that_is_meant_is_not_measured(tmp_path: Path) -> None:
    with (
        pytest.raises(LabError, match=r"cannot be measured: .*(in its place|No module named)"),
        driven(tmp_path, "old"),
    ):
        pass


@pytest.mark.slow
@in_repository
def test_this_commit_beside_itself_has_every_measure() -> None:
    found = {one.name: one.ratio for one in against("HEAD", windows=1, seconds=0.01)}
    assert [name for name, ratio in found.items() if ratio is None and name not in bench_driver.PEERS] == []
