"""The `--help` of a command in the language that `--lang` names beside it: its words come from the locales, like the game’s.

English is what stands in the code, and what the site shows; a test holds that the English locale says the same.
"""

from __future__ import annotations

import copy
from itertools import zip_longest
from typing import Any

from typer.core import TyperCommand

from ..rulebook.texts import LANGUAGES

_LANG = f"{__name__}.lang"
_HEADINGS = {"Usage:": "usage", "Options:": "options", "[OPTIONS]": "these", "[default:": "default"}
"""What the library writes itself, and the keys of what is said instead."""


class ToldCommand(TyperCommand):
    """A command with an option `--lang`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The library answers `--help` before it has read any other option."""
        ctx.meta[_LANG] = _named(args)
        return super().parse_args(ctx, args)

    def get_help(self, ctx: Any) -> str:
        """The whole help."""
        lang = ctx.meta.get(_LANG, "en")
        return super().get_help(ctx) if lang == LANGUAGES[0] else self._told(ctx, lang)

    def _told(self, ctx: Any, lang: str) -> str:
        from ..analysis.named import terminal

        told = copy.copy(self)
        told.help = terminal(f"{self.name}.help.about", lang)
        told.params = [_in(lang, f"{self.name}.help.{one.name}", one) for one in self.params]
        asked = _in(lang, "options.help", self.get_help_option(ctx))
        told.get_help_option = lambda _: asked  # type: ignore[method-assign, assignment]
        found = TyperCommand.get_help(told, ctx)
        for written, key in _HEADINGS.items():
            found = found.replace(written, terminal(f"options.{key}", lang))
        return found


def _named(args: list[str]) -> str:
    """The language that is asked for, if the lab speaks it."""
    for option, following in zip_longest(args, args[1:], fillvalue=""):
        name, equals, value = option.partition("=")
        lang = value if equals else following
        if name == "--lang" and lang in LANGUAGES:
            return lang
    return LANGUAGES[0]


def _in(lang: str, key: str, option: Any) -> Any:
    """The option with its words in a language."""
    from ..analysis.named import terminal

    told = copy.copy(option)
    told.help = terminal(key, lang)
    return told
