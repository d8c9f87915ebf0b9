"""Cards side by side and the whole deck as a table: as HTML for notebooks, as text for terminals. Both say and mark the same.

Pictures stand in the page as images and styles in the tags: a page cannot be restyled by a deck of anybody's, and a notebook
that is not trusted, where scripts, style sheets and bare SVG are taken out, still shows everything. Texts have the colour of the
page, so a dark theme is as good as a light one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ....show.svg import Svg, circle, image, tag
from ..card_texts import MARK, Told, activation, several, tell, term
from ..deck import Card, Deck
from ..ops import COMPANIONS, DEFAULTS, OPS, OpKind
from ..words import ACTIVATIONS, COLOURS, GROUPS
from .card_picture import HEIGHT, SCALE, WIDTH, card_svg, describe, icon
from .colours import NO_SHADE, SHADES, sign
from .picture_words import Wording

_NO_DOCUMENT = {
    "en": "no document gives it",
    "de": "kein Dokument nennt es",
    "fr": "aucun document ne l’indique",
    "it": "nessun documento lo riporta",
}


def legend(lang: str) -> str:
    """What the mark beside a value means."""
    return f"{MARK} {term('reconstructed', lang)} ({_NO_DOCUMENT[lang]})"


def _heading(concept: str, lang: str, plural: bool = False) -> str:
    word = several(concept, lang) if plural else term(concept, lang)
    return word[:1].upper() + word[1:]


# HTML


def cards_html(cards: Iterable[Card], lang: str = "en") -> str:
    """The pictures of some cards, as many side by side as there is room for."""
    pictures = [
        image(
            card_svg(card, lang),
            f"{tell(card, lang).name}. {describe(card, lang)}",
            "max-width:100%",
            WIDTH * SCALE,
            HEIGHT * SCALE,
        )
        for card in cards
    ]
    inside = pictures or [Svg(escape(f"0 {several('card', lang)}"))]
    style = "display:flex;flex-wrap:wrap;align-items:flex-start;gap:10px;max-width:100%"
    return tag("div", *inside, class_="bl-cards", lang=lang, style=style)


def deck_html(deck: Deck, lang: str = "en") -> str:
    """How many cards of each kind there are, then a table of all."""
    summary = tag(
        "div",
        _groups_and_colours(deck, lang),
        tag(
            "div",
            _counts(_heading("activation_icon", lang), _kinds(deck, lang), [card.when for card in deck.cards], lang),
            _counts(_heading("price", lang), ((str(price), price, None) for price in sorted(set(deck.price))), deck.price, lang),
            style="display:flex;flex-direction:column;gap:16px",
        ),
        style="display:flex;flex-wrap:wrap;align-items:flex-start;gap:16px 40px;margin-bottom:16px",
    )
    heads = [_heading(concept, lang, concept == "points") for concept in ("person", "colour", "price", "points")]
    heads += [_heading("activation_icon", lang), _heading("effect", lang)]
    rows = [_row([Svg(escape(heading)) for heading in heads], "th", _ALIGNED)]
    rows += [_card_row(card, tell(card, lang)) for card in deck.cards]
    box = tag("div", _table(rows, "width:100%"), style="max-height:640px;overflow:auto;border:1px solid rgba(128,128,128,0.35)")
    below = tag("div", Svg(escape(legend(lang))), style="margin-top:6px")
    return tag("div", summary, box, below, class_="bl-deck", lang=lang, style="max-width:960px;font-size:13px;line-height:1.35")


_LEFT, _MIDDLE = "left", "center"
_ALIGNED = (_LEFT, _LEFT, _MIDDLE, _MIDDLE, _LEFT, _LEFT)


def _table(rows: Sequence[Svg], style: str = "") -> Svg:
    looks = f"table-layout:auto;border-collapse:collapse;margin:0;font-size:13px;{style}"
    return tag("table", tag("tbody", *rows), style=looks)


def _row(cells: Sequence[Svg], kind: str, aligned: Sequence[str], **more: str) -> Svg:
    """A row; a notebook has styles for cells, so each cell says its own."""
    drawn = (
        tag(kind, cell, style=f"text-align:{align};vertical-align:top;padding:4px 8px")
        for cell, align in zip(cells, aligned, strict=True)
    )
    return tag("tr", *drawn, style="border-bottom:1px solid rgba(128,128,128,0.3)", **more)


def _card_row(card: Card, told: Told) -> Svg:
    """Name and group, colour, price, points, icon, text; what is reconstructed has its mark."""

    def cell(column: str, before: str = "") -> Svg:
        words = f"{before}{escape(getattr(told, column) or '–')}"
        return Svg(words + (tag("span", Svg(f"&#160;{MARK}"), data_mark=column) if told.marked(column) else ""))

    cells = [
        Svg(tag("b", cell("name")) + "<br/>" + cell("group")),
        _unbroken(cell("colour", _swatch(COLOURS.index(card.colour)))),
        _unbroken(cell("price")),
        cell("points"),
        _unbroken(cell("when", _icon(card.when, card.worker))),
        cell("text"),
    ]
    return _row(cells, "td", _ALIGNED, data_card=card.id)


def _unbroken(words: Svg) -> Svg:
    return tag("span", words, style="white-space:nowrap")


@cache
def _swatch(colour: int) -> Svg:
    """A disc of a colour with its sign; a word always stands beside it."""
    tone = SHADES[colour]
    disc = Svg(circle(8, 8, 8, tone.fill) + sign(colour, 8, 8, 10, tone.on))
    return _small(disc)


@cache
def _icon(when: str | None, worker: str | None) -> Svg:
    return _small(icon(when, worker, 8, 8, 7.4, NO_SHADE)) if when else Svg("")


def _small(drawing: Svg) -> Svg:
    whole = tag("svg", drawing, xmlns="http://www.w3.org/2000/svg", viewBox="0 0 16 16", width=16, height=16)
    return image(whole, "", "display:inline-block;max-width:none;vertical-align:middle;margin:0 5px 0 0", 18, 18)


def _groups_and_colours(deck: Deck, lang: str) -> Svg:
    """How many cards of each group have each colour."""
    counts = Counter((card.group, card.colour) for card in deck.cards)
    middle = [_LEFT, *[_MIDDLE] * 6]
    swatches = [_unbroken(Svg(_swatch(i) + escape(term(colour, lang)))) for i, colour in enumerate(COLOURS)]
    rows = [_row([Svg(escape(_heading("group", lang))), *swatches, Svg("Σ")], "th", middle)]
    for group in GROUPS:
        numbers = [counts[group, colour] for colour in COLOURS]
        rows.append(_row([Svg(escape(term(group, lang))), *(Svg(str(n)) for n in (*numbers, sum(numbers)))], "td", middle))
    sums = [sum(counts[group, colour] for group in GROUPS) for colour in COLOURS]
    rows.append(_row([Svg("Σ"), *(tag("b", Svg(str(n))) for n in (*sums, sum(sums)))], "td", middle))
    return _table(rows)


def _kinds(deck: Deck, lang: str) -> Iterable[tuple[str, str | None, Svg | None]]:
    for when in (*ACTIVATIONS, *([None] if any(card.when is None for card in deck.cards) else [])):
        yield activation(when, None, lang), when, _icon(when, None)


def _counts(
    heading: str, kinds: Iterable[tuple[str, str | int | None, Svg | None]], values: Iterable[str | int | None], lang: str
) -> Svg:
    """How many cards have each value of a field."""
    counts = Counter(values)
    rows = [_row([Svg(escape(heading)), Svg(escape(_heading("card", lang, True)))], "th", [_LEFT, _MIDDLE])]
    for words, value, drawing in kinds:
        rows.append(_row([Svg(f"{drawing or ''}{escape(words)}"), Svg(str(counts[value]))], "td", [_LEFT, _MIDDLE]))
    return _table(rows)


# Terminals

_STYLES = ("bright_blue", "dark_orange3", "yellow", "red", "magenta")


def deck_text(cards: Sequence[Card], lang: str = "en") -> RenderableType:
    """Some cards as a table: above what is short, below it group and text."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 1, 0), header_style="bold")
    table.add_column(_heading("person", lang), min_width=14, max_width=20)
    table.add_column(_heading("colour", lang), no_wrap=True)
    table.add_column(_heading("price", lang), justify="right")
    table.add_column(_heading("points", lang, True), justify="right")
    table.add_column(f"{_heading('activation_icon', lang)}, {term('effect', lang)}", ratio=1)
    marked = False
    for card in cards:
        told = tell(card, lang)
        marked |= bool(told.reconstructed)
        style = _STYLES[COLOURS.index(card.colour)]
        table.add_row(
            Text.assemble((told.name, "bold"), "\n", (_said(told, "group"), "dim")),
            Text(_said(told, "colour"), style=style),
            _said(told, "price"),
            told.points,
            Text.assemble((_said(told, "when"), "bold"), "\n", _said(told, "text")),
        )
    count = f"{len(cards)} {several('card', lang) if len(cards) != 1 else term('card', lang)}"
    return Group(table, Text(count), Text(legend(lang) if marked else "", style="dim"))


def _said(told: Told, column: str) -> str:
    return f"{getattr(told, column) or '–'}{f' {MARK}' if told.marked(column) else ''}"


def card_facts(card: Card, lang: str = "en") -> RenderableType:
    """One card with where each field comes from, its rule, and its effect in the words of a deck file."""
    told = tell(card, lang)
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    say = Wording(lang)
    fields = [
        ("person", told.name, card.source(f"name_{lang}")),
        ("group", told.group, card.source("group")),
        ("colour", told.colour, card.source("colour")),
        ("price", told.price, card.source("price")),
        ("points", told.points, ""),
        ("activation_icon", told.when, card.source("when")),
        *([("worker", say.colour(COLOURS.index(card.worker)), card.source("worker"))] if card.worker else []),
        ("effect", told.text or "–", card.source("effect")),
        *(("", _op(name, numbers, words), "") for name, numbers, words in card.effect),
        ("", card.rule, ""),
    ]
    for concept, words, source in fields:
        heading = _heading(concept, lang, concept == "points") if concept else ""
        table.add_row(Text(heading, style="dim"), Text(words), Text(say.witness(source) if source else "", style="dim"))
    return table


def _op(name: str, numbers: Sequence[int], words: dict[str, str]) -> str:
    given = dict(zip(OPS[name].numbers, numbers, strict=True)) | words
    return " ".join([name, *(f"{key}={value}" for key, value in given.items() if DEFAULTS.get(key) != value)])


def ops_text() -> RenderableType:
    """The vocabulary of effects: every op, its parameters, the event that tells it; then the words that parameters may have."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("op", "sort", "event"):
        table.add_column(heading, no_wrap=True)
    table.add_column("parameters, about")
    for name, kind in OPS.items():
        about = Text.assemble((", ".join(_parameters(kind)) or "–", "bold"), "\n", kind.about)
        table.add_row(name, kind.sort, kind.event, about)
    lists = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    lists.add_column(max_width=26)
    lists.add_column()
    for words, values in _word_lists().items():
        lists.add_row(words, Text(", ".join(values)))
    for count, (parameter, values) in COMPANIONS.items():
        lists.add_row(f"{parameter} with per={count}", Text(", ".join(values)))
    return Group(table, Text("\nParameters in brackets may be left out. The words they may have:\n", style="bold"), lists)


def _parameters(kind: OpKind) -> list[str]:
    """The names of an op's parameters, in brackets where the default is one of its words."""
    names = (*kind.numbers, *kind.words)
    spare = {name for name in names if name in DEFAULTS and (name in kind.numbers or DEFAULTS[name] in kind.words[name])}
    return [f"[{name}]" if name in spare else name for name in names]


def _word_lists() -> dict[str, tuple[str, ...]]:
    """The words of each parameter; where ops differ, with the names of those that have them."""
    users: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for name, kind in OPS.items():
        for words in kind.words.items():
            users.setdefault(words, []).append(name)
    lists = Counter(parameter for parameter, _ in users)
    return {
        f"{parameter} of {', '.join(ops)}" if lists[parameter] > 1 else parameter: values
        for (parameter, values), ops in users.items()
    }
