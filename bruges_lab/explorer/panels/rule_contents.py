"""The contents of a game's rules, chapter by chapter in the order of the rulebook, and the rules that a search has found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rulebook.catalogue import Rule
from ...rulebook.lookup import pieces, rules
from ...show.svg import Svg, tag
from ..markup import block, span, text

if TYPE_CHECKING:
    from ..explorer import Explorer

MOST_FOUND = 25
FEW_WORDS, MANY_WORDS = 76, 220
"""How many characters of a rule stand in the contents, and among the results of a search."""


def contents(explorer: Explorer) -> Svg:
    """All chapters; those that are open with their rules by their first words."""
    frame, lang = explorer.manifest.chapters, explorer.lang
    by_chapter: dict[str, list[Rule]] = {}
    for rule in explorer.manifest.catalogue.values():
        by_chapter.setdefault(rule.chapter, []).append(rule)
    drawn = []
    for chapter, found in by_chapter.items():
        is_open = chapter in explorer.chapters
        inside = [
            span("arrow", "▾ " if is_open else "▸ ", aria_hidden="true"),
            span("chaptername", frame.title(chapter, lang)),
            span("count", len(found)),
        ]
        drawn.append(
            tag(
                "button",
                *inside,
                type="button",
                class_="bl-chapter",
                data_act="rule_chapter",
                data_value=chapter,
                data_key=f"chapter:{chapter}",
                aria_expanded="true" if is_open else "false",
            )
        )
        if is_open:
            drawn.append(block("chapterrules", *[rule_button(explorer, rule) for rule in found]))
    return tag("nav", *drawn, class_="bl-rulelist", aria_label=explorer.words("rule.contents"))


def results(explorer: Explorer) -> Svg:
    """The rules that have the words, the best first, with the words marked."""
    say, sought = explorer.words, explorer.sought
    found = rules(text=sought, lang=explorer.lang, game=explorer.manifest.name)
    told = say("rule.found", count=len(found))
    if len(found) > MOST_FOUND:
        told = say("rule.found_some", count=len(found), shown=MOST_FOUND)
    listed = [rule_button(explorer, rule, sought) for rule in found[:MOST_FOUND]]
    status = tag("div", text(told), class_="bl-quiet", role="status")
    return block(
        "found", status, tag("nav", *listed, class_="bl-rulelist", aria_label=say("rule.results")) if listed else Svg("")
    )


def rule_button(explorer: Explorer, rule: Rule, sought: str = "") -> Svg:
    """A rule by its first words, its id beneath: pressing it opens its card."""
    said = rule.text(explorer.lang, getattr(explorer.state, "rules", None))
    shown = first_words(said, MANY_WORDS if sought else FEW_WORDS)
    words = [tag("mark", text(piece)) if hit else text(piece) for piece, hit in pieces(shown, sought)]
    inside = [tag("span", *words, class_="bl-firstwords"), tag("code", text(rule.id), class_="bl-id")]
    return tag(
        "button",
        *inside,
        type="button",
        class_="bl-ruleline",
        data_act="rule",
        data_value=rule.id,
        data_key=f"rule:{rule.id}",
        title=said if shown != said else None,
    )


def first_words(said: str, most: int) -> str:
    """So many characters of a sentence at most, cut between two words."""
    if len(said) <= most:
        return said
    return f"{said[: most - 1].rsplit(' ', 1)[0].rstrip(' ,;:')} …"
