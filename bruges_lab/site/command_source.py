"""The command line as a page of the site, out of what its `--help` says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..show.rulebook_pages import plain
from .sources import Source, heading, lines

PROGRAM = "bruges-lab"


def command_source() -> Source:
    """The page."""
    from typer.main import get_command

    from ..cli.commands import app

    about = (
        f"`{PROGRAM}` opens JupyterLab on the first notebook; `{PROGRAM} overview` lists what it can do. "
        "Bad arguments and files give "
        "one clear line and exit code 2."
    )
    return Source("reference/commands.md", lines(["# Command line", about, *_commands(get_command(app), (PROGRAM,))]))


def _commands(group: Any, before: tuple[str, ...]) -> Iterator[str]:
    for name, command in sorted(group.commands.items()):
        called = (*before, name)
        yield heading(" ".join(called), "-".join(called[1:]), len(called))
        if command.help:
            yield plain(command.help)
        if getattr(command, "commands", None):
            yield from _commands(command, called)
        else:
            yield from _arguments(command)


def _arguments(command: Any) -> Iterator[str]:
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option" and not one.hidden]
    rows = [f"| `{one.name.upper()}` | {_help(one)} |" for one in arguments]
    rows += [f"| {_spelt(one)} | {_help(one)} |" for one in options]
    if rows:
        yield "\n".join(["| argument or option | what it is |", "| --- | --- |", *rows])


def _spelt(option: Any) -> str:
    flags = f"`{option.opts[0]}`"
    return f"{flags}, `{option.secondary_opts[0]}`" if option.secondary_opts else flags


def _help(parameter: Any) -> str:
    words = plain(parameter.help or "")
    default = parameter.default
    shown = default not in (None, False, True, "", ()) and not callable(default)
    return f"{words} Default: `{default}`." if shown else words
