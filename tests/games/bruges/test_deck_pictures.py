"""Pictures and tables of cards: complete, within their frame, escaped, and marked exactly where a card is reconstructed."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest
from cases import each
from rich.console import Console

import bruges_lab as bl
from bruges_lab import LabError, places
from bruges_lab.games.bruges.card_texts import card_text, check_texts, tell, term
from bruges_lab.games.bruges.deck import LANGUAGES, Card, Cards, Deck
from bruges_lab.games.bruges.pictures import colours
from bruges_lab.games.bruges.pictures.card_picture import HEIGHT, WIDTH, card_svg, wrap
from bruges_lab.games.bruges.pictures.deck_sheet import cards_html, deck_html, deck_text
from bruges_lab.games.bruges.words import ACTIVATIONS, COLOURS, GROUPS
from bruges_lab.kernel.errors import DataError
from bruges_lab.show import svg

NS = "{http://www.w3.org/2000/svg}"
DECK = Deck.load()
CARD = DECK["prince"]
FIELDS = ("colour", "group", "price", "when", "worker", "effect")
HOSTILE = ("<script>alert(1)</script>", "\"&'<b>", "]]>&amp;<!--", "[red]x[/red] {0} %s")
KEPT = {"div", "table", "tbody", "tr", "th", "td", "b", "br", "span", "img"}
"""Tags that a notebook shows even if it is not trusted; sheets of style, scripts and bare SVG it does not."""


def drawn(card: Card, lang: str = "en") -> ET.Element:
    return ET.fromstring(card_svg(card, lang))


@pytest.fixture(scope="module", params=LANGUAGES)
def pictures(request: pytest.FixtureRequest) -> list[tuple[Card, str, ET.Element]]:
    """Every card in a language."""
    return [(card, request.param, drawn(card, request.param)) for card in DECK.cards]


def lines(root: ET.Element, field: str | None = None) -> list[str]:
    """The texts of a picture, or of a part of it, without the marks."""
    parts = root if field is None else next(g for g in root.iter(f"{NS}g") if g.get("data-field") == field)
    return [text.text or "" for text in parts.iter(f"{NS}text") if text.text != "≈"]


def marks(root: ET.Element) -> list[str]:
    return sorted(element.get("data-mark", "") for element in root.iter() if element.get("data-mark"))


class Box(NamedTuple):
    what: str
    left: float
    top: float
    right: float
    bottom: float


def boxes(root: ET.Element) -> Iterator[Box]:
    """Where everything in a picture lies; of curves, the points that span them."""

    def walk(element: ET.Element, x: float, y: float, scale: float) -> Iterator[Box]:
        for name, values in re.findall(r"(\w+)\(([^)]*)\)", element.get("transform", "")):
            numbers = [float(value) for value in values.split()]
            if name == "translate":
                x, y = x + numbers[0] * scale, y + numbers[1] * scale
            else:
                assert name == "scale"
                scale *= numbers[0]
        corners = list(_corners(element))
        if corners:
            across, down = [x + a * scale for a, _ in corners], [y + b * scale for _, b in corners]
            yield Box((element.text or element.tag).strip(), min(across), min(down), max(across), max(down))
        for child in element:
            yield from walk(child, x, y, scale)

    yield from walk(root, 0, 0, 1)


def _corners(element: ET.Element) -> Iterator[tuple[float, float]]:
    def of(*names: str) -> list[float]:
        return [float(element.get(name, "0")) for name in names]

    if element.tag == f"{NS}rect":
        x, y, width, height = of("x", "y", "width", "height")
        yield from ((x, y), (x + width, y + height))
    elif element.tag == f"{NS}circle":
        x, y, radius = of("cx", "cy", "r")
        yield from ((x - radius, y - radius), (x + radius, y + radius))
    elif element.tag == f"{NS}text":
        x, y, size = of("x", "y", "font-size")
        width = svg.text_width(element.text or "", size, element.get("font-weight") is not None)
        left = x - width * {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", "start")]
        yield from ((left, y - size * 0.74), (left + width, y + size * 0.2))
    elif element.tag == f"{NS}path":
        x = y = 0.0
        for command, values in re.findall(r"([A-Z])([^A-Z]*)", element.get("d", "")):
            numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", values)]
            if command == "H":
                x = numbers[0]
            elif command == "V":
                y = numbers[0]
            elif command in "MLQCA":
                pairs = [(numbers[-2], numbers[-1])] if command == "A" else list(zip(numbers[::2], numbers[1::2], strict=True))
                yield from pairs
                x, y = pairs[-1]
            else:
                assert command == "Z"
            yield x, y


def overlap(one: Box, other: Box) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


# The picture of a card


def test_every_card_is_well_formed_and_self_contained(pictures: list[tuple[Card, str, ET.Element]]) -> None:
    for card, lang, root in pictures:
        tags = {element.tag.removeprefix(NS) for element in root.iter()}
        assert tags <= {"svg", "title", "desc", "g", "rect", "circle", "path", "text"}, card.id
        assert root.get("lang") == lang
        for element in root.iter():
            assert not any(name.startswith("on") or name.endswith("href") or name == "id" for name in element.attrib)
            assert "url(" not in "".join(element.attrib.values())


def test_nothing_lies_outside_the_card_and_no_line_on_its_edge(pictures: list[tuple[Card, str, ET.Element]]) -> None:
    for card, _, root in pictures:
        for box in boxes(root):
            assert min(box.left, box.top) >= -0.01, (card.id, box)
            assert box.right <= WIDTH + 0.01, (card.id, box)
            assert box.bottom <= HEIGHT + 0.01, (card.id, box)
            if not box.what.startswith(NS):
                assert box.left >= 7, (card.id, box)
                assert box.right <= WIDTH - 7, (card.id, box)
                assert box.bottom <= HEIGHT - 5, (card.id, box)


def test_no_words_lie_on_others_nor_on_the_icon(pictures: list[tuple[Card, str, ET.Element]]) -> None:
    for card, _, root in pictures:
        texts = [box for box in boxes(root) if not box.what.startswith(NS)]
        (place,) = (g for g in root.iter(f"{NS}g") if g.get("data-icon"))
        x, y = map(float, re.findall(r"[\d.]+", place.get("transform", "")))
        things = [*texts, Box("icon", x - 15, y - 15, x + 15, y + 15)]
        assert [(one.what, other.what) for one, other in combinations(things, 2) if overlap(one, other)] == [], card.id


def test_every_card_says_its_whole_name_and_text(pictures: list[tuple[Card, str, ET.Element]]) -> None:
    for card, lang, root in pictures:
        assert " ".join(lines(root, "text")) == card_text(card, lang)
        shown = " ".join(lines(root))
        assert card.name[lang] in shown.replace("- ", "-")
        assert term(card.group, lang).lower() in shown.lower()
        assert lines(root, "price") == [str(card.price)]
        assert lines(root, "points") == [str(card.points)]


def test_no_words_are_too_small_to_read(pictures: list[tuple[Card, str, ET.Element]]) -> None:
    for card, _, root in pictures:
        assert min(float(text.get("font-size", "")) for text in root.iter(f"{NS}text")) >= 8.5, card.id


def test_colour_and_worker_are_told_by_their_signs_too() -> None:
    for card in DECK.cards:
        root = drawn(card)
        above = next(g for g in root.iter(f"{NS}g") if g.get("data-colour") == card.colour)
        assert colours._SIGNS[COLOURS.index(card.colour)] in [part.get("d") for part in above]
        (place,) = (g for g in root.iter(f"{NS}g") if g.get("data-icon"))
        assert (place.get("data-icon"), place.get("data-worker")) == (card.when, card.worker)
        signs = [colours._SIGNS.index(d) for part in place.iter() if (d := part.get("d")) in colours._SIGNS]
        assert signs == ([COLOURS.index(card.worker)] if card.worker else [])


def test_the_four_icons_and_eleven_emblems_all_differ() -> None:
    icons = {when: DECK.where(when=when)[0] for when in ACTIVATIONS}
    shapes = [next(g for g in drawn(card).iter(f"{NS}g") if g.get("data-icon")) for card in icons.values()]
    assert len({ET.tostring(shape[1]) for shape in shapes}) == 4
    fronts = [drawn(card._replace(group=group)).find(f"{NS}g") for group in GROUPS for card in [CARD]]
    assert len({ET.tostring(front) for front in fronts if front is not None}) == 11


def test_a_card_has_a_text_alternative() -> None:
    title, described = (drawn(CARD, "de")[i].text or "" for i in (0, 1))
    assert title == "Prinz (Adel, violett)"
    assert described.startswith("Preis 9, Punkte 3, Handlanger (gelb). ")
    assert card_text(CARD, "de")[:-1] in described
    assert "≈\u00a0rekonstruiert: Farbe" in described


def test_a_language_that_is_not_there_is_refused() -> None:
    for write in (card_text, card_svg):
        with pytest.raises(LabError, match="unknown language 'xx'"):
            write(CARD, "xx")


# What is reconstructed


def columns(card: Card) -> list[str]:
    """The parts of a picture that must be marked."""
    shown = {"when": "when", "worker": "when", "effect": "text"}
    return sorted({shown.get(field, field) for field in card.reconstructed})


def test_marks_stand_exactly_where_a_card_is_reconstructed(pictures: list[tuple[Card, str, ET.Element]]) -> None:
    for card, lang, root in pictures:
        assert marks(root) == columns(card), card.id
        note = " ".join(lines(root, "reconstructed"))
        assert note.startswith(f"≈\u00a0{term('reconstructed', lang)}")
        assert (term("price", lang) in note) == ("price" in card.reconstructed)


@each("known", [known for size in range(len(FIELDS) + 1) for known in combinations(FIELDS, size)], ids="-".join)
def test_what_a_document_gives_is_not_marked(known: tuple[str, ...]) -> None:
    card = CARD._replace(witness=dict.fromkeys(known, "reported"))
    root = drawn(card)
    assert marks(root) == columns(card)
    (row,) = (row for row in ET.fromstring(deck_html(Deck([card]))).iter("tr") if row.get("data-card"))
    assert marks(row) == columns(card)
    if len(known) == len(FIELDS):
        assert "≈" not in "".join(root.itertext())
    else:
        words = {"when": "activation icon"}
        left = [words.get(field, field) for field in FIELDS if field not in known and (field != "worker" or "when" in known)]
        assert " ".join(lines(root, "reconstructed")) == f"≈\u00a0reconstructed: {', '.join(left)}"


# Decks of anybody's


@pytest.fixture
def hostile(tmp_path: Path) -> Deck:
    """A deck from a file whose names and texts are out for trouble."""
    text = places.data("bruges", "cards.toml").read_text(encoding="utf-8")
    blocks = text.split("[[card]]\n")
    for i, name in enumerate(HOSTILE, 1):
        quoted = name.replace("\\", "\\\\").replace('"', '\\"')
        block = re.sub(r"(?m)^(name|text.*?) = .*\n", "", blocks[i])
        blocks[i] = f'name = {{ en = "{quoted}" }}\ntext.en = "{re.sub(r"[][{}]", "", quoted)}"\n{block}'
    path = tmp_path / "hostile.toml"
    path.write_text("[[card]]\n".join(blocks), encoding="utf-8")
    return Deck.load(path)


def test_hostile_names_and_texts_are_text_and_nothing_else(hostile: Deck) -> None:
    for card, name in zip(hostile.cards, HOSTILE, strict=False):
        root = drawn(card)
        assert name in " ".join(lines(root))
        assert name in (root[0].text or "")
        assert " ".join(lines(root, "text")).replace(" ", "") == card_text(card).replace(" ", "")
    for page in (cards_html(hostile.cards[:4]), deck_html(hostile)):
        assert {element.tag for element in ET.fromstring(page).iter()} <= KEPT
        told = " ".join([*ET.fromstring(page).itertext(), *(img.get("alt", "") for img in ET.fromstring(page).iter("img"))])
        assert all(name in told for name in HOSTILE)


EXTREMES = {
    "endless words": CARD._replace(name=dict.fromkeys(LANGUAGES, "W" * 60), text={"en": "W" * 5000}),
    "endless text": CARD._replace(text={"en": "again and " * 500}, name=dict.fromkeys(LANGUAGES, "A " * 30)),
    "one long word": CARD._replace(name=dict.fromkeys(LANGUAGES, "Donaudampfschifffahrtskapitän")),
    "numbers only": CARD._replace(text={"en": "1 2 3 " * 90}),
    "control characters": CARD._replace(name=dict.fromkeys(LANGUAGES, "a\x1b[31m\x00\u202eb"), text={"en": "c\x07\n\u202ed"}),
    "high price": CARD._replace(price=3 * 10**17, points=10**17),
    "no text": CARD._replace(text={}, numbers={}),
}


@each("name", EXTREMES)
def test_extremes_stay_within_the_card(name: str) -> None:
    root = drawn(EXTREMES[name])
    for box in boxes(root):
        assert min(box.left, box.top) >= -0.01, box
        assert box.right <= WIDTH, box
        assert box.bottom <= HEIGHT, box
    assert "".join(root.itertext()).replace("\u00a0", " ").isprintable()


def test_a_card_without_an_icon_is_drawn_without_one() -> None:
    card = CARD._replace(when=None, worker=None, effect=())
    assert not any(g.get("data-icon") for g in drawn(card).iter())
    assert "–" in "".join(ET.fromstring(deck_html(Deck([card]))).itertext())


def test_lines_break_between_words_but_not_after_a_number() -> None:
    assert wrap("take all 3 guilders", svg.text_width("take all 3 ", 10), 10) == ["take all", "3 guilders"]
    assert wrap("", 50, 10) == []
    assert "".join(wrap("x" * 100, 50, 10)) == "x" * 100


# Tables and rows of pictures


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_need_no_trust_and_nothing_from_outside(lang: str) -> None:
    for page in (deck_html(DECK, lang), cards_html(DECK.where(group="noble"), lang)):
        root = ET.fromstring(page)
        assert root.get("lang") == lang
        assert {element.tag for element in root.iter()} <= KEPT
        assert all(img.get("src", "").startswith("data:image/svg+xml;base64,") for img in root.iter("img"))
        assert not re.search(r"https?:|url\(|position:", page)
        for element in root.iter():
            colours = re.findall(r"(?:^|;)(?:color|background)[^;]*", element.get("style", ""))
            assert colours == [], "the page's own colours serve light and dark themes"


def test_a_row_of_cards_holds_their_pictures() -> None:
    nobles = DECK.where(group="noble")
    images = list(ET.fromstring(cards_html(nobles, "it")).iter("img"))
    assert [b64decode(img.get("src", "").split(",")[1]).decode() for img in images] == [card_svg(card, "it") for card in nobles]
    assert all(card.name["it"] in img.get("alt", "") for card, img in zip(nobles, images, strict=True))
    assert "".join(ET.fromstring(cards_html([], "it")).itertext()) == "0 carte"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_says_all_of_every_card(lang: str) -> None:
    rows = {row.get("data-card"): row for row in ET.fromstring(deck_html(DECK, lang)).iter("tr") if row.get("data-card")}
    assert list(rows) == [card.id for card in DECK.cards]
    for card in DECK.cards:
        told = tell(card, lang)
        cells = ["".join(cell.itertext()).replace("\u00a0≈", "") for cell in rows[card.id]]
        assert cells == [told.name + told.group, told.colour, told.price, told.points, told.when, told.text]
        assert marks(rows[card.id]) == columns(card)


def test_the_summary_counts_the_cards() -> None:
    few = Deck(DECK.cards[:40])
    first, second, third = list(ET.fromstring(deck_html(few)).iter("table"))[:3]
    rows = [["".join(cell.itertext()) for cell in row] for row in first.iter("tr")]
    counts = Counter((card.group, card.colour) for card in few.cards)
    assert [row[1:-1] for row in rows[1:-1]] == [[str(counts[group, colour]) for colour in COLOURS] for group in GROUPS]
    assert rows[-1][-1] == "40"
    whens = [["".join(cell.itertext()) for cell in row] for row in second.iter("tr")][1:]
    assert whens == [[when, str(len(few.where(when=when)))] for when in ACTIVATIONS]
    prices = [["".join(cell.itertext()) for cell in row] for row in third.iter("tr")][1:]
    assert prices == [[str(price), str(count)] for price, count in sorted(Counter(few.price).items())]


def test_notebooks_show_cards_and_decks() -> None:
    assert CARD._repr_html_() == cards_html([CARD])
    assert not hasattr(CARD, "_repr_svg_"), "a notebook that is not trusted does not show SVG"
    found = DECK.where(group="noble", price=9)
    assert isinstance(found, Cards)
    assert found == [card for card in DECK.cards if card.group == "noble" and card.price == 9]
    assert found._repr_html_() == cards_html(found)
    assert DECK._repr_html_() == deck_html(DECK)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_terminal_fits_80_columns_and_marks_the_same(lang: str) -> None:
    console = Console(width=80, color_system=None, legacy_windows=False)
    with console.capture() as capture:
        console.print(deck_text(DECK.cards, lang))
    text = capture.get()
    assert max(map(len, text.splitlines())) <= 80
    expected = sum(len(columns(card)) for card in DECK.cards) + 1
    assert text.count("≈") == expected


def test_the_terminal_shows_names_as_they_are(hostile: Deck) -> None:
    console = Console(width=200, color_system=None, legacy_windows=False)
    with console.capture() as capture:
        console.print(deck_text(hostile.cards[:4]))
    words = " ".join(capture.get().split())
    assert "[red]x[/red]" in words
    assert "<script>" in words


# Texts


def test_the_texts_of_the_deck_are_without_fault() -> None:
    assert [fault for card in DECK.cards for fault in check_texts(card)] == []


def test_a_text_is_filled_with_the_numbers_of_its_card() -> None:
    pattern = "Take { $guilders -> [one] one guilder *[other] {$guilders} guilders }."
    card = CARD._replace(text={"en": pattern}, numbers={"guilders": 1})
    assert card_text(card) == "Take one guilder."
    assert card_text(card._replace(numbers={"guilders": 4})) == "Take 4 guilders."
    assert card_text(card, "de") == card_text(card._replace(text={})) == ""


@each(
    ("texts", "fault"),
    [
        ({}, "text is missing"),
        ({"de": ""}, "text.de is missing"),
        ({"fr": "Take {$x}."}, "text.fr is that of en"),
        ({"it": "Prendi."}, "text.it never says x"),
        ({"it": "Prendi {$x} {$y}."}, "text.it uses $y, which is not one of the card's numbers"),
        ({"it": "Prendi { $x -> [one] {$y} *[other] {$x} }."}, "text.it may use $y, which is not one of the card's numbers"),
        ({"it": "Prendi {$x"}, "text.it is not a template"),
        ({"it": "{COLOUR($x)}"}, "text.it the it text for card text cannot be filled: Unknown function: COLOUR"),
        ({"it": '{NUMBER($x, style: "no such")}'}, "text.it the it text for card text cannot be filled"),
    ],
    ids=str,
)
def test_faults_of_texts_are_found(texts: dict[str, str], fault: str) -> None:
    good = {"en": "Take {$x}.", "de": "Nimm {$x}.", "fr": "Prenez {$x}.", "it": "Prendi {$x}."}
    card = CARD._replace(numbers={"x": 2}, text=good)
    assert list(check_texts(card)) == []
    (found,) = check_texts(card._replace(text=good | texts if texts else {}))
    assert found.startswith(f"prince: {fault}")


def test_a_text_that_cannot_be_filled_is_refused_in_one_line() -> None:
    with pytest.raises(DataError, match=r"prince: text\.en: uses \$y, which is not one of the card's numbers"):
        card_svg(CARD._replace(text={"en": "{$y}"}))


def test_a_card_in_play_is_drawn_as_the_deck_in_play_has_it() -> None:
    game = bl.new_game(2, deck={"prince": {"price": 6}})
    number = game.state.deck["prince"].number
    drawn = game.manifest.card_picture(game.state, number, "de")
    assert drawn == card_svg(game.state.deck["prince"], "de")
    assert drawn != card_svg(bl.Deck.load()["prince"], "de")
