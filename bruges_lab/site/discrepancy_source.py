"""Where the documents of a game disagree, as a page of the site in one language: each entry at an address of its own (#d-099)."""

from __future__ import annotations

from collections.abc import Iterator

from ..games.manifest import Manifest
from ..rulebook.discrepancies import Discrepancy, Held
from ..rulebook.frame import Language
from ..show.discrepancy_cards import held, unshown
from ..show.rulebook_pages import plain, rule_id
from ..show.svg import Svg, tag
from .rulebook_source import name as rulebook_name
from .sources import Source, anchor, heading, joined, language_row, lines, words


def name(lang: str) -> str:
    """The page of a language, without its ending."""
    return f"discrepancies-{lang}"


def discrepancy_source(manifest: Manifest, lang: Language | str) -> Source:
    """The page in a language."""
    said, entries = manifest.texts.say, manifest.discrepancies
    title = said("site", "discrepancies", {"game": manifest.called(lang)}, lang)
    about = said("site", "discrepancies.about", {"count": len(entries)}, lang)
    parts = [f"# {plain(title)}", language_row(manifest, lang, lambda other: f"{name(other)}.html"), plain(about)]
    parts.append(_documents(manifest, lang))
    for entry in entries.values():
        parts += [heading(f"{entry.id} {entry.title(lang)}", anchor(entry.id)), _entry(entry, lang)]
    return Source(f"games/{manifest.name}/{name(lang)}.md", lines(parts), title, lang)


def _documents(manifest: Manifest, lang: str) -> str:
    """What the documents are that entries name by number."""
    if not manifest.has("readings"):
        return ""
    known = {one.document: one.title for one in manifest.readings.values() if one.document}
    rows = (tag("li", tag("code", words(document)), Svg(" "), words(title)) for document, title in known.items())
    head = tag("p", words(manifest.texts.say("site", "documents", {}, lang)))
    return tag("div", head, tag("ul", *rows), class_="bl-documents")


def _entry(entry: Discrepancy, lang: str) -> str:
    word = entry.manifest.chapters.word
    terms = [
        (word("gap.readings", lang), tag("ul", *(_reading(entry, one, lang) for one in entry.readings), class_="bl-readings")),
        (word("gap.why", lang), words(entry.why(lang))),
        (word("gap.about", lang), joined(_rules(entry, lang))),
        (word("gap.shown", lang), tag("ul", *_scenarios(entry, lang)) if entry.scenarios else words(unshown(entry, lang))),
    ]
    kind = tag("p", words(word(f"gap.of_{entry.kind}", lang)), class_="bl-kind")
    question = tag("p", words(entry.question(lang)), class_="bl-question")
    listed = tag(
        "dl", *(part for term, inside in terms for part in (tag("dt", words(term)), tag("dd", inside))), data_search_exclude=""
    )
    return tag("div", kind, question, listed, class_="bl-gap")


def _reading(entry: Discrepancy, one: Held, lang: str) -> Svg:
    who = joined(map(words, held(entry, one, lang)))
    said = words(entry.reading(one.number, lang))
    return tag("li", said, *([Svg(" "), tag("small", who)] if who else []), class_="bl-chosen" if one.chosen else None)


def _rules(entry: Discrepancy, lang: str) -> Iterator[Svg]:
    for rule in entry.rules:
        yield tag("a", rule_id(rule), href=f"{rulebook_name(lang)}.html#{rule}")


def _scenarios(entry: Discrepancy, lang: str) -> Iterator[Svg]:
    for scenario in entry.scenarios:
        record, _ = entry.manifest.scenarios[scenario]
        title = record.title.get(lang) or record.title.get("en", scenario)
        yield tag("li", words(title), Svg(" "), tag("code", words(scenario)))
