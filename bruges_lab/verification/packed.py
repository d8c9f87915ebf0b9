"""Inputs that are packed before they are read, so that a wound reaches what is inside: saves with a hash that fits, short texts,
Word documents, folders of simulations and notebooks, arguments and typed lines. Each is a reader of bytes for readers.py.
"""

from __future__ import annotations

import base64
import contextlib
import io
import os
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ..kernel import saving
from ..kernel.errors import LabError

if TYPE_CHECKING:
    from ..analysis.simulation_manifest import Contents
    from ..links.classwork import TaskSet

# Saves and links


@cache
def sample_save() -> bytes:
    """A game of two in its first round, with a branch and a note."""
    from ..lab import new_game

    game = new_game(2, 3)
    for _ in range(8):
        game.play(0)
    game.undo()
    game.undo()
    game.note("here")
    game.play(1)
    return saving.to_bytes(game)


def save_with_its_hash(data: bytes) -> bytes:
    """A save with the hash that fits its content, if it can have one: the hash stops every wound that is no attack."""
    try:
        save = msgspec.json.decode(data, type=saving._Save)
        save.hash = saving._content_hash(save)
        return msgspec.json.encode(save)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return data


def read_save(data: bytes) -> object:
    """A save, as it stands and with its hash put right."""
    from ..games.shelf import Kits

    with contextlib.suppress(LabError):
        saving.from_bytes(Kits({}), data, "save.json")
    return saving.from_bytes(Kits({}), save_with_its_hash(data), "save.json")


def read_short_text(data: bytes) -> object:
    """A short text as it stands; anything else is packed into one first."""
    from ..lab import from_text

    if not data.startswith(b"BL1-"):
        packed = base64.urlsafe_b64encode(zlib.compress(save_with_its_hash(data), 1))
        data = b"BL1-" + packed.rstrip(b"=")
    return from_text(data.decode("utf-8", "replace"))


def sample_links() -> list[bytes]:
    """The same game as people share it: all of it, and its last position; and what is inside these links."""
    from ..lab import from_text
    from ..links.fragment import GAME, from_fragment

    game = from_text(sample_short_text().decode())
    links = [game.to_link("tree", page="https://school.example/lab/explorer.html"), game.to_link("position")]
    return [*map(str.encode, links), *(from_fragment(link, GAME) for link in links)]


def read_link(data: bytes) -> object:
    """A link as it stands; anything else is sealed into one first, with a hash that fits."""
    from ..lab import from_link
    from ..links.fragment import GAME, to_fragment

    if b"#" not in data[:600]:
        return from_link(to_fragment(GAME, data))
    return from_link(data.decode("utf-8", "replace"))


def _set_of_tasks() -> TaskSet:
    from ..links.classwork import TaskSet

    return TaskSet(["price_of_a_step", ("fire_and_plague", "Which first?")], "Monday", lang="en")


def sample_sets() -> list[bytes]:
    """A set of tasks, and what somebody handed in; and what is inside of both."""
    from ..links.fragment import ANSWERS, TASKS, from_fragment

    made = _set_of_tasks()
    sheet = made.answers("Ada", {0: "right"}, {1: ["the fire"]})
    inside = b"t" + from_fragment(made.to_link(), TASKS), b"a" + from_fragment(f"#{sheet}", ANSWERS)
    return [made.to_link("https://school.example/lab/bruges.html").encode(), sheet.encode(), *inside]


def read_set(data: bytes) -> object:
    """A set or a sheet of answers as it stands; anything else is sealed into one first."""
    from ..links.classwork import TaskSet
    from ..links.fragment import to_fragment

    text = data.decode("utf-8", "replace")
    if data[:1] in (b"t", b"a") and b"#" not in data[:600]:
        text = to_fragment(text[0], data[1:])
    if "#bl1t-" in text[:600]:
        return TaskSet.from_link(text)
    return _set_of_tasks().read(text)


def sample_short_text() -> bytes:
    """A save as people paste it."""
    return b"BL1-" + base64.urlsafe_b64encode(zlib.compress(sample_save(), 9)).rstrip(b"=")


# Rulebook texts

_WORD = "http://schemas.openxmlformats.org"
_TYPES = (
    f'<?xml version="1.0"?><Types xmlns="{_WORD}/package/2006/content-types"><Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/word/document.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS = (
    f'<?xml version="1.0"?><Relationships xmlns="{_WORD}/package/2006/relationships"><Relationship Id="rId1" '
    f'Type="{_WORD}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'
)
_REPEATED = 60 * 1024 * 1024


def sample_document() -> bytes:
    """The inside of a Word document: a heading, paragraphs, a table. `x1` says how often the body stands there."""
    row = "<w:tr><w:tc><w:p><w:r><w:t>Fire</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>red</w:t></w:r></w:p></w:tc></w:tr>"
    words = "".join(f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in sample_text().decode().split("\n") if "<" not in line)
    return (
        f'x1\n<?xml version="1.0"?><w:document xmlns:w="{_WORD}/wordprocessingml/2006/main"><w:body>'
        f"{words}<w:tbl>{row * 2}</w:tbl></w:body></w:document>"
    ).encode()


def word_document(inside: bytes) -> bytes:
    """A Word document with this inside; a head `x20` repeats the body, so that a small file unpacks into a large one."""
    head, _, xml = inside.partition(b"\n")
    times = int(head[1:]) if head[:1] == b"x" and head[1:].isdigit() and len(head) < 8 else 0
    if times > 1:
        before, begin, rest = xml.partition(b"<w:body>")
        body, end, after = rest.rpartition(b"</w:body>")
        xml = before + begin + body * min(times, _REPEATED // max(1, len(body))) + end + after
    elif not times:
        xml = inside
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in (("[Content_Types].xml", _TYPES), ("_rels/.rels", _RELATIONS), ("word/document.xml", xml)):
            package.writestr(name, content)
    return file.getvalue()


def read_document(path: Path) -> object:
    """A file that begins as a packed one is read as it stands, any other as the inside of a Word document."""
    data = path.read_bytes()
    if not data.startswith(b"PK\x03\x04"):
        path.write_bytes(word_document(data))
    return check_text(path)


def check_text(path: Path) -> object:
    """Read, checked and reported, as `bruges-lab check` does, however long it is."""
    from ..textcheck.checking import check_translation

    report = check_translation(path)
    return report.to_json(), report.to_html()


@cache
def sample_text() -> bytes:
    """The first pages of a rulebook text."""
    from ..games import shelf

    lines = shelf.find().samples.joinpath("en", "faulty.md").read_text("utf-8").split("\n")
    return "\n".join(lines[:60]).encode()


@cache
def sample_report() -> object:
    """What the check says of them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rules.md"
        path.write_bytes(sample_text())
        from ..textcheck.checking import check_translation

        return check_translation(path)


# Folders


@cache
def _simulation() -> Path:
    """A small simulation on disk that is done; it goes with the process."""
    import atexit

    from ..analysis.simulation import simulate

    folder = Path(tempfile.mkdtemp(prefix="bruges-lab-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    simulate(2, 2, "random", out=folder / "results", workers=1, batch=2, progress=False)
    return folder / "results"


def simulation_file(name: str) -> bytes:
    """A file of it."""
    return (_simulation() / name).read_bytes()


def read_simulation_with(name: str) -> Callable[[bytes], object]:
    """A reader of the folder with one file in it replaced; `parts/…` makes it one that is not done."""

    def reader(data: bytes) -> object:
        from ..analysis.simulation_files import Folder, read_simulation
        from ..analysis.simulation_manifest import read_manifest

        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary) / "results"
            shutil.copytree(_simulation(), folder)
            manifest = read_manifest(folder)
            part = name.startswith("parts/")
            if part:
                (folder / "parts").mkdir()
                for kind in ("games", "people"):
                    (folder / f"{kind}.jsonl").rename(folder / "parts" / f"{kind}-000000.jsonl")
            (folder / name).write_bytes(data)
            _sum_anew(folder, name, manifest)
            if part:
                Folder(folder, read_manifest(folder)).check(0)
            found = read_simulation(folder)
            return found.summary(), repr(found), list(found.rows("people"))

    return reader


def _sum_anew(folder: Path, name: str, manifest: Contents) -> None:
    """Make the checksums fit what was damaged, so that it is read and not only found to be another; a damaged manifest stays."""
    if name == "manifest.json":
        return
    if name.startswith("parts/"):
        parts = sorted((folder / "parts").glob("*.jsonl"))
        lines = (f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in parts)
        (folder / "parts" / "sums-000000.txt").write_text("".join(lines), encoding="ascii")
        changed = msgspec.structs.replace(manifest, complete=False, sums={}, people=0)
    else:
        table = "games" if name == "games.jsonl" else "people"
        sums = dict(manifest.sums)
        sums[table] = sha256((folder / name).read_bytes()).hexdigest()
        changed = msgspec.structs.replace(manifest, sums=sums)
    (folder / "manifest.json").write_bytes(msgspec.json.encode(changed.sealed()))


def read_copied_notebooks(name: str) -> Callable[[bytes], object]:
    """A reader of a folder of notebooks of one's own, in which one file is what it is."""

    def reader(data: bytes) -> object:
        from ..serving.copying import copy_notebooks

        with tempfile.TemporaryDirectory() as temporary:
            own, lab = Path(temporary) / "own", Path(temporary) / "lab"
            lab.mkdir()
            (lab / "00_small.ipynb").write_bytes(SMALL_NOTEBOOK)
            copy_notebooks(own, lab)
            (own / name).write_bytes(data)
            return copy_notebooks(own, lab)

    return reader


SMALL_NOTEBOOK = (
    b'{"cells": [{"cell_type": "code", "execution_count": 1, "id": "small-00", "metadata": {}, "outputs": [],'
    b'\n "source": ["1 + 1"]}], "metadata": {"kernelspec": {"name": "python3"}}, "nbformat": 4, "nbformat_minor": 5}\n'
)

# Arguments and typed lines

_RUN = {"rule", "rules", "scenario", "board", "deck", "template", "overview"}
"""Commands that answer at once and write nothing. Of all others the arguments are only parsed."""


def read_arguments(data: bytes) -> object:
    """The arguments of the command line, one a line."""
    from ..cli import commands as cli

    words = data.decode("utf-8", "replace").split("\n")
    said, wrong = io.StringIO(), io.StringIO()
    with _elsewhere(), contextlib.redirect_stdout(said), contextlib.redirect_stderr(wrong):
        code = cli.guarded(lambda: _run_or_parse(words))
    if code == 2:
        raise LabError(wrong.getvalue().removesuffix("\n").removeprefix("bruges-lab: "))
    return code


def _run_or_parse(words: list[str]) -> object:
    import typer

    from ..cli import commands as cli

    if words[0] in _RUN or words[0].startswith("-v") or words[0] == "--version":
        return cli.app(words, standalone_mode=False)
    command = typer.main.get_command(cli.app)
    found = getattr(command, "commands", {}).get(words[0])
    if found is None and words[0] and not words[0].startswith("-"):
        return cli.app(words, standalone_mode=False)  # an unknown command
    return (found or command).make_context("bruges-lab", words[1:] if found else words, resilient_parsing=False)


def read_typed_lines(data: bytes) -> None:
    """What somebody types in a game in the terminal."""
    from rich.console import Console

    from ..cli.terminal_play import Table
    from ..lab import new_game

    lines = iter(data.decode("utf-8", "replace").split("\n")[:200])

    def ask(_prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    with _elsewhere():
        table = Table(new_game(2, 3), ["human", "human"], Console(file=io.StringIO()), explain=True, lang="en", seed=0)
        table.play(ask)


@contextlib.contextmanager
def _elsewhere() -> Iterator[None]:
    """In an empty folder, so that a name of a file means nothing here."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        inner = Path(folder) / "a" / "b" / "c"  # three steps up are still inside
        inner.mkdir(parents=True)
        os.chdir(inner)
        try:
            yield
        finally:
            os.chdir(before)
