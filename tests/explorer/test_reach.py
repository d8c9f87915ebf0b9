"""What an explorer may read and write: anything in a notebook, after a question; on a page one folder, whatever is sent to it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.explorer import reach as reach_module
from bruges_lab.explorer.inspecting import inspectors_of
from bruges_lab.explorer.reach import MOST_KEPT, MOST_OFFERED, Anywhere, Kept
from bruges_lab.explorer.surface import LARGEST_UPLOAD, Surface
from bruges_lab.games import shelf
from bruges_lab.kernel import files as files_module
from bruges_lab.kernel.saving import to_bytes
from bruges_lab.textcheck.report.pins import Pins

SAMPLE = places.data("bruges", "samples", "en", "faulty.md")
SCENARIO = '[[scenario]]\nname = "mine"\n[scenario.title]\n[scenario.given]\nplayers = [{}, {}]\n'
_opened: list[str] = []
_watching = False


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if _watching and event in ("open", "os.rename", "os.link", "os.remove", "os.mkdir", "os.symlink", "os.listdir", "os.scandir"):
        _opened.extend(str(argument) for argument in arguments[:2])


sys.addaudithook(_watch)


@contextmanager
def watched() -> Iterator[list[str]]:
    """Every file that is opened, and every name that is made or taken away."""
    global _watching
    _opened.clear()
    _watching = True
    try:
        yield _opened
    finally:
        _watching = False


class Site:
    """A folder for a page, and beside it a home with files of all kinds that nobody gave to the page."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home = folder / "kept", folder / "home"
        self.folder.mkdir()
        self.home.mkdir()
        bl.new_game(2).save(self.home / "secret.json")
        (self.home / "secret.toml").write_text(SCENARIO, "utf-8")
        (self.home / "rules.toml").write_text('base = "003"\n', "utf-8")
        (self.home / "secret.md").write_bytes(SAMPLE.read_bytes())
        (self.home / "secret.txt").write_text("root:x:0:0", "utf-8")
        for name in ("secret.json", "secret.md"):
            (self.folder / f"link-{name}").symlink_to(self.home / name)
        (self.folder / "folder.md").symlink_to(self.home)

    def hostile(self) -> list[str]:
        found = [str(path) for path in self.home.iterdir()]
        found += [f"../home/{path.name}" for path in self.home.iterdir()]
        found += [f"{self.folder}/../home/secret.md", "link-secret.json", "link-secret.md", "folder.md/secret.md", "~/secret.md"]
        found += [str(self.home / "new.json"), "../home/new.toml", "/etc/passwd", "\x00", "", "text", "game", "scenario"]
        found += [f'ruleset = "{self.home}/rules.toml"\nplayers = [{{}}, {{}}]\n']
        return [*found, SCENARIO.replace("players", f'ruleset = "{self.home}/rules.toml"\nplayers')]

    def content(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.home.iterdir()}


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def page(site: Site | None) -> bl.Explorer:
    explorer = bl.Explorer(bl.scenario("first_look"), reach=Kept(None if site is None else site.folder))
    for tab in inspectors_of(shelf.find()):
        explorer.select(tab)
    return explorer


def send(surface: Surface, act: str, value: str, *buffers: bytes) -> None:
    """As a browser sends it, or somebody by hand."""
    message = {"method": "custom", "content": {"act": act, "value": value, "count": 1}}
    surface._handle_msg({"content": {"data": message}, "buffers": [memoryview(data) for data in buffers]})


def first_finding(tab: Surface) -> str:
    """The worst finding on the text tab."""
    return "".join(tab.parts.values()).partition('data-act="text_finding" data-value="')[2].partition('"')[0]


@pytest.mark.parametrize("keeps", [True, False])
def test_no_act_with_any_value_reaches_a_file_outside(site: Site, keeps: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(site.folder)
    explorer, before, values = page(site if keeps else None), site.content(), site.hostile()
    slow = {"simulation_start", "end", "round", "phase", "tree_grow"}  # games and trees, which know no files
    acts = {(name, act) for name, surface in explorer.surfaces().items() for act in (*surface._acts, *surface.uploads)}
    wanted = [(n, a) for n, a in sorted(acts) if a not in slow and (n.startswith("inspect-") or a == "scenario")]
    assert {("inspect-text", "text_path"), ("inspect-edit", "edit.save"), ("inspect-edit", "edit.upload")} <= {*wanted}
    paths = [(n, a) for n, a in wanted if "path" in a]
    buttons = [(n, a) for n, a in wanted if a.startswith(("edit.", "text_")) and "path" not in a]
    monkeypatch.setattr(explorer, "refresh", lambda: None)  # the board has nothing to do with it, and takes its time
    with watched() as opened:
        for number, value in enumerate(values):
            files = [act for act in buttons if any(word in act[1] for word in ("from", "paste", "read", "save", "load", "text"))]
            for name, act in (*paths, *(buttons if number % 8 == 0 else files)):
                if act not in ("edit.explore", "edit.from_here"):
                    send(explorer.surfaces()[name], act, value)
            send(explorer.surfaces()["board"], "scenario", value)
    assert opened
    for path in opened:
        assert not Path(path).resolve().is_relative_to(site.home), path
        assert path != "/etc/passwd"
    assert site.content() == before
    made = sorted(path.name for path in site.folder.iterdir() if not path.is_symlink())
    assert all(name.startswith(("game-", "scenario-", "text-")) for name in made), made
    assert bool(made) == keeps
    explorer.close()


def test_state_that_a_browser_sends_is_not_taken(site: Site) -> None:
    surface = page(site).surfaces()["inspect-text"]
    before = surface.get_state()
    data = {"method": "update", "state": {"frame": "<b>", "_esm": "/etc/passwd", "parts": {}}, "buffer_paths": []}
    surface._handle_msg({"content": {"data": data}, "buffers": []})
    assert surface.get_state() == before


# A page


def test_a_page_keeps_games_under_names_of_its_own(site: Site) -> None:
    (site.folder / "game-002.json").write_text("mine", "utf-8")
    explorer = page(site)
    explorer.select("edit")
    edit = explorer.surfaces()["inspect-edit"]
    send(edit, "edit.path", str(site.home / "secret.json"))
    send(edit, "edit.save", "")
    assert "game-001.json" in explorer.message
    send(edit, "edit.save", "")
    assert "game-003.json" in explorer.message
    assert (site.folder / "game-002.json").read_text("utf-8") == "mine"
    assert bl.load(site.folder / "game-001.json").state.digest() == explorer.game.state.digest()
    send(edit, "edit.save_scenario", "")
    assert bl.scenario(site.folder / "scenario-001.toml").state.digest() == explorer.game.state.digest()
    assert 'value="game-003.json"' in edit.parts["edit-game"]
    assert "link-secret" not in edit.parts["edit-game"]
    game = explorer.game
    send(edit, "edit.load", "game-003.json")
    assert explorer.game is not game
    with pytest.raises(bl.LabError, match="names of its files itself"):
        explorer.save(site.home / "new.json")
    with pytest.raises(bl.LabError, match="only what it was given"):
        explorer.load(site.home / "secret.json")


def test_a_page_without_a_folder_gives_and_takes_files_but_keeps_none(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = page(None)
    edit = explorer.surfaces()["inspect-edit"]
    sent: list[tuple[object, object]] = []
    monkeypatch.setattr(edit, "send", lambda content, buffers=None: sent.append((content, buffers)))
    assert "edit.save" not in edit.parts["edit-game"] + edit.parts["edit-scenario"]
    send(edit, "edit.save", "")
    assert "keeps no files" in explorer.message
    send(edit, "edit.fetch", "")
    send(edit, "edit.fetch_scenario", "")
    offered = {content["offer"]: buffers for content, buffers in sent if isinstance(content, dict) and "offer" in content}
    assert offered["game.json"] == [to_bytes(explorer.game)]
    assert list(offered) == ["game.json", "scenario.toml"]
    other = bl.new_game(4, seed=9)
    send(edit, "edit.upload", "../../x.json", to_bytes(other))
    assert explorer.game.state.digest() == other.state.digest()
    game = explorer.game
    for data in (b"", b"{}", b"\x00" * (LARGEST_UPLOAD + 1)):
        send(edit, "edit.upload", "x.json", data)
        assert explorer.game is game
        assert explorer.message.isprintable()
        assert explorer.message
    explorer.look_as(0)
    sent.clear()
    send(edit, "edit.fetch", "")
    assert not [content for content, _ in sent if isinstance(content, dict) and "offer" in content], "hidden cards"


@pytest.mark.parametrize("keeps", [True, False])
def test_a_text_is_handed_over_checked_and_decided_about(site: Site, keeps: bool) -> None:
    explorer = page(site if keeps else None)
    tab = explorer.surfaces()["inspect-text"]
    assert 'data-upload="text_upload"' in tab.parts["head"]
    assert 'data-act="text_path" data-key="text_path"/>' not in tab.parts["head"]
    send(tab, "text_upload", "<b>../mine.md", SAMPLE.read_bytes())
    mark = first_finding(tab)
    send(tab, "text_finding", mark)
    send(tab, "text_dismiss", "")
    made = sorted(path.name for path in site.folder.iterdir() if path.name.startswith("text-"))
    assert made == (["text-001.md", "text-001.md.checked.toml"] if keeps else [])
    for data in (b"", b"\x00\x01\x02" * 99, b"PK\x03\x04nothing"):
        send(tab, "text_upload", "bad.md", data)
        assert explorer.message
    assert sorted(path.name for path in site.folder.iterdir() if path.name.startswith("text-")) == made
    explorer.close()


def test_decisions_about_texts_of_others_last_as_long_as_the_page(site: Site) -> None:
    (site.folder / "rules.md").write_bytes(SAMPLE.read_bytes())
    explorer = page(site)
    tab = explorer.surfaces()["inspect-text"]
    assert 'value="rules.md"' in tab.parts["head"]
    send(tab, "text_path", "rules.md")
    mark = first_finding(tab)
    send(tab, "text_finding", mark)
    send(tab, "text_dismiss", "")
    assert mark not in "".join(tab.parts.values())
    assert not (site.folder / "rules.checked.toml").exists()


def test_the_samples_of_the_lab_can_be_read_everywhere(site: Site) -> None:
    name = f"{SAMPLE.parent.name}/{SAMPLE.name}"
    for reach in (Anywhere(), Kept(), Kept(site.folder)):
        found = reach.text(name)
        assert found.read().lines
        assert not found.written
    assert str(places.data("bruges", "samples")) not in page(None).surfaces()["inspect-text"].parts["head"]


def test_a_page_stops_when_its_folder_is_full(site: Site) -> None:
    for number in range(1, MOST_KEPT + 1):
        (site.folder / f"game-{number:03}.json").touch()
    with pytest.raises(bl.LabError, match="clear up"):
        Kept(site.folder).write("game", b"x")


def test_every_file_of_the_folder_can_be_used_however_many_there_are(site: Site) -> None:
    for number in range(1, MOST_OFFERED + 6):
        (site.folder / f"text-{number:03}.md").write_bytes(b"Draw five cards.")
    reach = Kept(site.folder)
    taken = reach.take_in("mine.md", SAMPLE.read_bytes())
    assert taken.name == f"text-{MOST_OFFERED + 6:03}.md"
    assert taken.name not in reach.kept("text")
    said = f"The list shows at most {MOST_OFFERED} files, in alphabetical order."
    explorer = page(site)
    assert said in explorer.surfaces()["inspect-text"].parts["head"]
    assert said not in explorer.surfaces()["inspect-edit"].parts["edit-game"]
    for number in range(1, MOST_OFFERED + 1):
        (site.folder / f"game-{number:03}.json").touch()
    explorer.close()
    assert said in page(site).surfaces()["inspect-edit"].parts["edit-game"]
    assert taken.written
    taken.pins.language = "en"
    taken.pins.save()
    assert reach.text(taken.name).read().lines == taken.read().lines
    assert reach.text(taken.name).pins.language == "en"


def test_a_text_that_cannot_be_used_leaves_no_file(site: Site) -> None:
    broken = site.folder / "text-001.md.checked.toml"
    broken.write_text("<<<<", "utf-8")
    before = sorted(site.folder.iterdir())
    for _ in range(2):
        with pytest.raises(bl.LabError, match=r"^text-001\.md\.checked\.toml: "):
            Kept(site.folder).take_in("mine.md", SAMPLE.read_bytes())
    assert sorted(site.folder.iterdir()) == before


def test_links_that_are_laid_later_are_not_followed(site: Site) -> None:
    """Decisions are read and written, and the text is read again, as long as the page is open."""
    outside = site.home / "pins.toml"
    Pins(outside).save()
    before = site.content()
    explorer = page(site)
    tab = explorer.surfaces()["inspect-text"]
    send(tab, "text_upload", "mine.md", SAMPLE.read_bytes())
    mark = first_finding(tab)
    send(tab, "text_finding", mark)
    link = site.folder / "text-001.md.checked.toml"
    for target in (outside, site.home / "nothing.toml"):
        link.symlink_to(target)
        send(tab, "text_dismiss", "")
        assert explorer.message == f"{link.name}: cannot be written: it is a link, and links are not followed here"
        link.unlink()
    text = site.folder / "text-001.md"
    text.unlink()
    text.symlink_to(site.home / "secret.md")
    send(tab, "text_dismiss", "")
    assert explorer.message == "text-001.md: cannot be read: it is a link, and links are not followed here"
    assert site.content() == before
    explorer.close()


@pytest.mark.parametrize("flag", [True, False], ids=["with the flag", "as on Windows"])
def test_a_game_that_becomes_a_link_between_looking_and_opening_is_not_followed(
    site: Site, flag: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    explorer = page(site)
    send(explorer.surfaces()["inspect-edit"], "edit.save", "")
    game, file = explorer.game, site.folder / "game-001.json"
    if not flag:
        monkeypatch.setattr(files_module, "_NO_LINK", 0)
    looked = reach_module._is_kept

    def exchanged(folder: Path, name: str, kind: str) -> bool:
        found = looked(folder, name, kind)
        file.unlink()
        file.symlink_to(site.home / "secret.json")
        return found

    monkeypatch.setattr(reach_module, "_is_kept", exchanged)
    with pytest.raises(bl.LabError, match=r"^game-001\.json: cannot be read: it is a link, and links are not followed here$"):
        explorer.load("game-001.json")
    assert explorer.game is game
    explorer.close()


@pytest.mark.parametrize("name", ["nowhere", "file", "nul\0byte"])
def test_a_folder_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(bl.LabError) as error:
        Kept(tmp_path / name)
    assert str(error.value).isprintable()


# A notebook


def test_in_a_notebook_paths_are_typed_and_nothing_is_replaced_without_a_question(site: Site) -> None:
    explorer = bl.Explorer(bl.scenario("first_look"))
    explorer.select("text")
    explorer.select("edit")
    tab, edit = explorer.surfaces()["inspect-text"], explorer.surfaces()["inspect-edit"]
    send(tab, "text_path", str(site.home / "secret.md"))
    before = site.content()
    for path in ("secret.json", "secret.txt", "secret.toml"):
        send(edit, "edit.path", str(site.home / path))
        send(edit, "edit.save", "")
        assert "edit.replace_game" in edit.parts["edit-game"]
    send(edit, "edit.replace_game", "")  # after the question: a save would be replaced, a scenario is not
    assert "something else" in explorer.message
    assert site.content() == before
    send(edit, "edit.path", "~nobody-of-this-name/game.json")
    send(edit, "edit.save", "")
    assert "cannot be written" in explorer.message
