"""The picture of a position: well-formed, escaped, within its frame, and silent about what a seat may not know."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import chain, pairwise

import pytest
from cases import each
from rich.console import Console

from bruges_lab import LabError, new_game, places
from bruges_lab.games.bruges.board import Board
from bruges_lab.games.bruges.deck import Deck
from bruges_lab.games.bruges.manifest import MANIFEST
from bruges_lab.games.bruges.model import EMPTY, UNSEEN, House, Player, State, back
from bruges_lab.games.bruges.pictures import colours
from bruges_lab.games.bruges.pictures.position import position_svg
from bruges_lab.games.bruges.pictures.terminal import position_text
from bruges_lab.games.bruges.telling import own_texts
from bruges_lab.games.bruges.words import COLOURS, NAMES
from bruges_lab.kernel.records import read_toml
from bruges_lab.rulebook.glossary import Glossary
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.show import svg
from bruges_lab.show.syllables import breaks, fit_person

NS = "{http://www.w3.org/2000/svg}"
HOSTILE = ("<script>alert(1)</script>", "\"&'", "[red]x[/red] \x1b[31m\x00\u202e\ud800", "W" * 200)
DECK, BOARD = Deck.load(), Board.load()


# Positions


def position(seed: int, players: int, houses: tuple[int, int] = (0, 6), hand: tuple[int, int] = (0, 6), most: int = 30) -> State:
    """A random position: legal but for small things that a picture does not depend on."""
    rng = random.Random(seed)
    cards = rng.sample(range(len(DECK)), len(DECK))
    statues = [7, 6, 5, 4, 3, 2]
    seats = []
    for seat in range(players):
        built = []
        for _ in range(rng.randint(*houses)):
            person = cards.pop() if rng.random() < 0.6 else EMPTY
            built.append(House(cards.pop(), person, person != EMPTY and rng.random() < 0.4))
        canals = (rng.randint(0, 5), rng.randint(0, 5))
        claimed = tuple(tiles == 5 for tiles in canals)
        held = tuple(cards.pop() for _ in range(rng.randint(*hand)))
        seats.append(
            Player(
                points=rng.randint(0, most),
                guilders=rng.randint(0, most),
                workers=tuple(rng.randint(0, 12) for _ in COLOURS),
                threats=tuple(rng.randint(0, 2) for _ in COLOURS),
                reputation=rng.randint(0, BOARD.last_step),
                canals=canals,
                claimed=claimed,
                statues=tuple(statues.pop(0) for is_claimed in claimed if is_claimed and statues),
                houses=tuple(built),
                hand=held,
                majorities=tuple(rng.random() < 0.5 for _ in range(3)),
                gate=seat,
            )
        )
    third = len(cards) // 3
    return State(
        players=seats,
        deck=DECK,
        board=BOARD,
        round=rng.randint(1, 12),
        phase=rng.randint(1, 4),
        turn=rng.randint(0, 4),
        start=rng.randrange(players),
        dice=tuple(rng.randint(1, 6) for _ in COLOURS) if rng.random() < 0.8 else (0, 0, 0, 0, 0),
        piles=(tuple(cards[:third]), tuple(cards[third : 2 * third])),
        left=(rng.randint(0, third), rng.randint(0, third)),
        discard=tuple(cards[2 * third :]),
        supply=tuple(9 - sum(player.threats[colour] for player in seats) for colour in range(5)),
        statues=tuple(statues),
        final_round=rng.choice((0, 0, 12)),
    )


def hidden_position() -> State:
    """A position as a view gives it: backs in hands and piles."""
    state = position(5, 3, hand=(4, 4))
    state.players[0].hand = (back(0), back(1), back(4), UNSEEN)
    state.players[1].houses = (House(back(2)), House(back(3), 7, True))
    state.piles = ((UNSEEN, back(2)), (UNSEEN, UNSEEN))
    state.left = (2, 2)
    return state


def extremes() -> dict[str, State]:
    empty = State(players=[Player(gate=0), Player(gate=1)], deck=DECK, board=BOARD)
    long_track = position(8, 4)
    long_track.board = BOARD._replace(title=HOSTILE[0], points=tuple(range(41)), points_from=("reported",) * 41)
    odd = position(9, 2, most=9999)
    odd.rules = odd.rules.changed(
        dice_faces=12, threat_limit=4, threat_supply=13, canal_bonus="lots_of_three", statues=tuple(range(12, 0, -1))
    )
    odd.dice, odd.statues = (12, 0, 7, 1, 2), odd.rules.statues
    together = position(10, 4)
    for player in together.players:
        player.reputation = 0
    return {
        "empty": empty,
        "backs": hidden_position(),
        "14 houses, 9 cards": position(6, 4, houses=(14, 14), hand=(9, 9)),
        "30 houses, 20 cards": position(7, 2, houses=(30, 30), hand=(20, 20)),
        "long track": long_track,
        "odd ruleset": odd,
        "all in the town hall": together,
    }


POSITIONS = {
    f"{players} players, seed {seed}": position(seed, players) for players in (2, 3, 4) for seed in range(8)
} | extremes()


every_position = each("state", POSITIONS.values(), ids=list(POSITIONS))


# Reading a picture


def drawn(state: State, names: tuple[str, ...] = NAMES, seat: int | None = None, lang: str = "en") -> ET.Element:
    return ET.fromstring(position_svg(state, names, seat, lang))


def panels(root: ET.Element) -> dict[int, ET.Element]:
    return {int(g.get("data-seat", "")): g for g in root.iter(f"{NS}g") if g.get("data-seat") is not None}


def words(element: ET.Element) -> str:
    return " ".join(text.text or "" for text in element.iter(f"{NS}text"))


def things(element: ET.Element, kind: str) -> list[ET.Element]:
    """What can be pressed and is of a kind: houses, dice, cards in hand."""
    return [g for g in element.iter(f"{NS}g") if g.get("data-target", "").split(":")[0] == kind]


def known(element: ET.Element, kind: str) -> list[int]:
    """The cards that the targets of a kind name."""
    named = [g.get("data-target", "").split(":")[2] for g in things(element, kind)]
    return [DECK[card].number for card in named if card in DECK.by_id]


def field(panel: ET.Element, name: str) -> ET.Element:
    return next(g for g in panel.iter(f"{NS}g") if g.get("data-field") == name)


def placed(element: ET.Element, x: float = 0, y: float = 0) -> Iterator[tuple[ET.Element, float, float]]:
    """Every element with the place of its origin. The slight turn of used persons is left out of account."""
    if moved := re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform", "")):
        x, y = x + float(moved[1]), y + float(moved[2])
    yield element, x, y
    for child in element:
        yield from placed(child, x, y)


def extent(text: ET.Element, x: float) -> tuple[float, float]:
    """The left and right end of a text, about."""
    width = svg.text_width(text.text or "", float(text.get("font-size", "")), text.get("font-weight") is not None)
    left = x + float(text.get("x", "")) - width * {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor", "start")]
    return left, left + width


# The picture as a document


@each("seat", [None, 0, 1])
@every_position
def test_every_position_is_well_formed_and_self_contained(state: State, seat: int | None) -> None:
    root = drawn(state, HOSTILE, seat)
    assert root.tag == f"{NS}svg"
    assert {element.tag.removeprefix(NS) for element in root.iter()} <= {
        "svg",
        "title",
        "desc",
        "g",
        "rect",
        "circle",
        "path",
        "text",
    }
    for element in root.iter():
        assert not any(name.startswith("on") or name.endswith("href") or name == "id" for name in element.attrib)
        assert "url(" not in "".join(element.attrib.values())


def test_hostile_names_are_text_and_nothing_else() -> None:
    state = position(1, 4)
    state.board = BOARD._replace(title=HOSTILE[0])
    text = position_svg(state, HOSTILE)
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    assert "&quot;&amp;&#x27;" in text
    assert not re.search("[\x00-\x08\x1b\u202e\ud800]", text)
    shown = words(panels(ET.fromstring(text))[3])
    assert "WWW…" in shown
    assert "W" * 20 not in shown


def test_a_missing_name_is_the_usual_one() -> None:
    shown = panels(drawn(position(1, 3), ("Anna", " \n")))
    assert [words(shown[seat]).split()[0] for seat in range(3)] == ["Anna", "Lion", "Lily"]


def test_text_alternative_tells_the_position() -> None:
    state = position(2, 3)
    state.start = 1
    root = drawn(state, ("Anna", "Ben", "Cleo"))
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{NS}title", f"{NS}desc"]
    told = root[1].text or ""
    for name, player in zip(("Anna", "Ben", "Cleo"), state.players, strict=True):
        assert re.search(rf"{name}( \(start player\))?: {player.points} points?, {player.guilders} guilders?", told)
    assert told.count("(start player)") == told.count(f"{('Anna', 'Ben', 'Cleo')[state.start]} (start player)") == 1


# Nothing runs out or overlaps


@each(("names", "lang"), [*((NAMES, lang) for lang in LANGUAGES), (HOSTILE, "de")])
@every_position
def test_texts_stay_within_the_view(state: State, names: tuple[str, ...], lang: str) -> None:
    root = drawn(state, names, None, lang)
    _, _, width, height = map(float, root.get("viewBox", "").split())
    for element, x, y in placed(root):
        if element.tag == f"{NS}text" and element.text:
            left, right = extent(element, x)
            base = y + float(element.get("y", ""))
            assert left >= 2, element.text
            assert right <= width - 2, element.text
            assert 8 <= base <= height - 3, element.text


@each("seat", [None, 0])
@every_position
def test_things_stay_within_their_panel(state: State, seat: int | None) -> None:
    for panel in panels(drawn(state, NAMES, seat)).values():
        frame = next(panel.iter(f"{NS}rect"))
        for element, x, y in chain.from_iterable(map(placed, panel)):
            if element.tag == f"{NS}rect":
                assert x + float(element.get("x", "")) >= 0
                assert x + float(element.get("x", "")) + float(element.get("width", "")) <= float(frame.get("width", "")) + 1
                assert y + float(element.get("y", "")) + float(element.get("height", "")) <= float(frame.get("height", "")) + 1


@each("seat", [None, 0])
@every_position
def test_houses_and_cards_do_not_overlap(state: State, seat: int | None) -> None:
    for owner, panel in panels(drawn(state, NAMES, seat)).items():
        boxes = []
        for element, x, y in placed(panel):
            target = element.get("data-target", "")
            if target.startswith("house:"):
                boxes.append((x, y, 61, 66))
            elif target.startswith("hand:"):
                boxes.append((x, y, 32 if "#" in target else 61, 54))
        player = state.players[owner]
        assert len(boxes) == len(player.houses) + len(player.hand)
        for i, (x, y, width, height) in enumerate(boxes):
            for other_x, other_y, other_width, other_height in boxes[:i]:
                beside = x >= other_x + other_width or other_x >= x + width
                assert beside or y >= other_y + other_height or other_y >= y + height


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_persons_name_fits_its_card(lang: str) -> None:
    cut = set()
    for card in DECK.cards:
        for room in (49, 57, 65):
            fitted = fit_person(card.name[lang], room)
            assert len(fitted.lines) <= 2
            assert fitted.size >= 8
            assert all(svg.text_width(line, fitted.size, True) <= room for line in fitted.lines)
            whole = re.sub(r"-(?=[a-zäöüéèà])", "", "".join(fitted.lines))
            if room > 49 and "…" in whole:
                cut.add(card.name[lang])
            elif room > 49:
                assert whole.replace(" ", "") == re.sub(r"[ ]|-(?=[a-zé])", "", card.name[lang])
    assert all(len(name) > 20 for name in cut)  # Knight of the Golden Fleece and the like


@each(
    ("name", "broken"),
    [
        ("Kammerdiener", "Kammer-diener"),
        ("Armbrustschütze", "Armbrust-schütze"),
        ("Holzschnitzer", "Holz-schnitzer"),
        ("Goldschmied", "Gold-schmied"),
        ("Falschmünzer", "Falsch-münzer"),
        ("Geschichtenerzähler", "Geschichten-erzähler"),
        ("Contrebandier", "Contre-bandier"),
        ("Bibliothécaire", "Biblio-thécaire"),
        ("Contrabbandiere", "Contrab-bandiere"),
        ("Maresciallo", "Mare-sciallo"),
        ("Counterfeiter", "Counter-feiter"),
    ],
)
def test_long_names_are_broken_between_syllables(name: str, broken: str) -> None:
    at = breaks(name)[0]
    assert f"{name[:at]}-{name[at:]}" == broken


@each("name", ["", "Xyz", "Ng", "Bcdfghjkl", "日本語の名前", "a" * 60])
def test_a_name_without_syllables_is_not_broken(name: str) -> None:
    assert breaks(name) == []
    assert len(fit_person(name, 51).lines) == 1


# What it says


@every_position
def test_the_numbers_of_each_player_are_shown(state: State) -> None:
    shown = panels(drawn(state))
    assert sorted(shown) == list(range(len(state.players)))
    for seat, player in enumerate(state.players):
        assert words(field(shown[seat], "points")).split()[0] == str(player.points)
        assert words(field(shown[seat], "guilders")).split()[0] == str(player.guilders)
        assert words(field(shown[seat], "workers")).split() == [str(number) for number in player.workers]
        assert re.findall(r"\b\d+\b", words(field(shown[seat], "statues"))) == [str(value) for value in player.statues]


@every_position
def test_threats_canals_and_majorities_are_shown(state: State) -> None:
    for seat, panel in panels(drawn(state)).items():
        player = state.players[seat]
        rings = things(panel, "threat")
        slices = [[part.get("fill") for part in ring if part.get("stroke")] for ring in rings]
        filled = [fills.count(tone.fill) for fills, tone in zip(slices, colours.SHADES, strict=True)]
        assert filled == list(player.threats)
        for section, tiles in zip(("left", "right"), player.canals, strict=True):
            spaces = [g for g in panel.iter(f"{NS}g") if g.get("data-section") == section]
            built = [rect for rect in spaces[0].iter(f"{NS}rect") if rect.get("fill") == svg.WATER]
            assert len(built) == tiles
        turned = [g[1].get("fill") == svg.GREEN for g in things(panel, "majority")]
        assert turned == list(player.majorities)
        assert words(field(panel, "canals")).count("claimed") == sum(player.claimed)


@every_position
def test_the_start_player_is_marked_once(state: State) -> None:
    marked = [seat for seat, panel in panels(drawn(state)).items() if any(g.get("class") == "bl-start" for g in panel.iter())]
    assert marked == [state.start]


def test_the_table_is_shown() -> None:
    state = position(3, 3)
    state.round, state.phase, state.turn, state.final_round = 4, 3, 2, 4
    state.dice = (1, 5, 2, 6, 3)
    state.left = (12, 0)
    text = words(drawn(state))
    for piece in (
        "Round 4",
        "Phase 3 · Actions",
        "Turn 2 of 4",
        "Last round",
        "A step costs 1 + 2 = 3 guilders",
        "12",
        str(len(state.discard)),
    ):
        assert piece in text
    pips = [sum(part.tag == f"{NS}circle" for part in die.iter()) for die in things(drawn(state), "die")]
    assert pips == [1, 5, 2, 6, 3]


def test_dice_that_were_not_rolled_are_blank() -> None:
    state = position(3, 2)
    state.dice = (0, 0, 0, 0, 0)
    root = drawn(state)
    assert not any(part.tag == f"{NS}circle" for die in things(root, "die") for part in die.iter())
    assert "Not rolled yet" in words(root)


def test_values_come_from_board_and_ruleset() -> None:
    state = position(3, 2)
    state.rules = state.rules.changed(third_space=2, third_space_points=8, reputation_points="six_at_step_6")
    root = drawn(state)
    assert words(panels(root)[0]).count("8 pts") == 2
    steps = {g.get("data-target"): words(g) for g in things(root, "step")}
    assert steps["step:6"] == "6"
    assert steps["step:7"] == str(BOARD.points[7])


def test_used_persons_are_turned() -> None:
    state = position(3, 2)
    state.players[0].houses = (House(1, 2), House(3, 4, True), House(5))
    houses = things(panels(drawn(state))[0], "house")
    assert ["rotate" in "".join(e.get("transform", "") for e in g.iter()) for g in houses] == [False, True, False]
    assert ["used" in words(g) for g in houses] == [False, True, False]


def test_what_is_reconstructed_is_marked() -> None:
    state = position(4, 2)
    text = words(drawn(state))
    assert "≈ reconstructed: values of the reputation track, the canals and most people" in text
    assert "Reputation ≈" in text
    assert text.count("canals ≈") == 2
    known = tuple(
        tuple(tuple(s._replace(colour_from="reported", price_from="reported") for s in side) for side in gate)
        for gate in BOARD.gates
    )
    state.board = BOARD._replace(gates=known)
    assert "canals ≈" not in words(drawn(state))
    state.board = state.board._replace(points_from=("reported",) * len(BOARD.points))
    assert "≈ reconstructed: values of most people" in words(drawn(state))
    state.deck = Deck(card._replace(witness={"price": "reported"}) for card in state.deck.cards)
    assert "≈" not in position_svg(state)


# Colours are never the only sign


def signs(thing: ET.Element) -> list[int]:
    return [colours._SIGNS.index(d) for part in thing.iter(f"{NS}path") if (d := part.get("d", "")) in colours._SIGNS]


def test_every_coloured_thing_has_its_sign() -> None:
    state = position(6, 3, houses=(5, 9), hand=(3, 6))
    for seat, panel in panels(drawn(state, NAMES, 0)).items():
        player = state.players[seat]
        for kind, cards in (("house", [house.card for house in player.houses]), ("hand", player.hand)):
            drawn_signs = [signs(thing) for thing in things(panel, kind)]
            assert sorted(drawn_signs) == sorted([DECK.colour[card]] for card in cards)
        for kind in ("worker", "threat"):
            assert [signs(thing) for thing in things(panel, kind)] == [[colour] for colour in range(5)]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_suffices() -> None:
    for tone in colours.SHADES:
        assert contrast(tone.fill, tone.on) >= 4.5
        assert contrast(tone.ink, svg.PANEL) >= 4.5
    for ink, paper in (
        (svg.INK, svg.PAPER),
        (svg.MUTED, svg.PANEL),
        (svg.MUTED, svg.PALE),
        (svg.INK, svg.STONE),
        (svg.PAPER, svg.GREEN),
    ):
        assert contrast(ink, paper) >= 4.5
    blue, brown, _, red, purple = colours.SHADES
    assert contrast(blue.fill, purple.fill) >= 1.8
    assert contrast(brown.fill, red.fill) >= 1.8


# What a seat may not know


def test_other_hands_and_the_hidden_sides_of_houses_stay_secret() -> None:
    state = position(11, 3, houses=(3, 5), hand=(5, 5))
    state.players[1].shown = state.players[1].hand[:1]
    state.players[0].unseen = state.players[0].hand[-1:]
    text = position_svg(state, NAMES, 0)
    root = ET.fromstring(text)
    secret = {*state.players[0].unseen, *state.players[1].hand[1:], *state.players[2].hand}
    for player in state.players:
        secret |= {house.card for house in player.houses}
    public = {person for player in state.players for person in player.people} | {
        *state.players[0].hand[:-1],
        *state.players[1].shown,
    }
    assert {*known(root, "hand"), *known(root, "person")} == public
    for card in secret:
        assert not re.search(rf"[:\"]{DECK[card].id}[:\"]", text)
        assert not re.search(rf"\b{DECK[card].name['en']}\b(?! \w)", text) or any(
            DECK[card].name["en"] in DECK[p].name["en"] for p in public
        )


def test_all_hands_are_open_without_a_seat() -> None:
    state = position(11, 3, hand=(5, 5))
    assert known(drawn(state), "hand") == [card for player in state.players for card in player.hand]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_seat_sees_the_same_on_the_position_and_on_its_view_of_it(lang: str) -> None:
    """Nothing on the picture, be it an order or an attribute, depends on what the seat may not know."""
    game = new_game(3, seed=4)
    rng = random.Random(4)
    for number in range(90):
        if number % 6 == 0:
            for seat in range(3):
                masked = game.kit.mask(game.state, seat)
                assert position_svg(game.state, NAMES, seat, lang) == position_svg(masked, NAMES, seat, lang)
        game.play(rng.choice(game.legal()))


def test_backs_are_drawn_as_backs() -> None:
    state = hidden_position()
    hand = things(panels(drawn(state))[0], "hand")
    assert [g.get("data-target") for g in hand] == ["hand:0:#0", "hand:0:#1", "hand:0:#2", "hand:0:#3"]
    assert [next(g.iter(f"{NS}rect")).get("fill") for g in hand] == [colours.SHADES[c].fill for c in (0, 1, 4)] + [
        colours.NO_SHADE.fill
    ]
    piles = things(drawn(state), "pile")[:2]
    assert [next(g.iter(f"{NS}rect")).get("fill") for g in piles] == [colours.SHADES[2].fill, colours.NO_SHADE.fill]


# Four languages


def test_every_text_of_the_picture_is_there_in_four_languages() -> None:
    expected = {key: own_texts().variables("picture", key) for key in own_texts().keys("picture")}
    assert own_texts().faults("picture", expected) == []
    for lang in LANGUAGES:
        for key, known_in_english in expected.items():  # all but a plural that looks like the singular
            assert own_texts().variables("picture", key, lang) | {"count"} == known_in_english | {"count"}, (lang, key)


def test_no_text_of_the_picture_uses_a_misleading_term() -> None:
    folder = places.data("bruges", "locales")
    for lang in LANGUAGES:
        for key, pattern in read_toml(folder / f"{lang}.toml")["picture"].items():
            assert Glossary.load().forbidden(pattern, lang) == [], (lang, key)


ENGLISH_ONLY = re.compile(
    r"\b(guilders?|points?|houses?|hand|threats?|draw|dice|step|round|turn|seen|open|none|used|cards?|workers?|colour|price|space)\b",
    re.I,
)
ALSO_OURS = {"de": {"hand"}, "fr": {"point", "points"}, "it": {"round"}}
"""Words that are spelt alike."""


PERSONS = re.compile("|".join(sorted({name for card in DECK.cards for name in card.name.values()}, key=len, reverse=True)))


@each("lang", LANGUAGES[1:])
@every_position
def test_no_english_is_left_in_another_language(state: State, lang: str) -> None:
    for element in drawn(state, ("Anna", "Ben", "Cleo", "Dora"), 0, lang).iter():
        for text in (element.text or "", element.get("aria-label", "")):
            left = {word.lower() for word in ENGLISH_ONLY.findall(PERSONS.sub("", text))} - ALSO_OURS[lang]
            assert not left, text


@each(
    ("lang", "number", "told"),
    [
        ("de", 1, ("1 Punkt", "1 Gulden", "1 blauer Handlanger", "Nachziehstapel 1: 1 Karte")),
        ("de", 2, ("2 Punkte", "2 Gulden", "2 blaue Handlanger", "Nachziehstapel 1: 2 Karten")),
        ("fr", 0, ("0 point", "0 florin", "0 ouvrier bleu", "Pioche 1\u00a0: 0 carte")),
        ("fr", 2, ("2 points", "2 florins", "2 ouvriers bleus", "Pioche 1\u00a0: 2 cartes")),
        ("it", 1, ("1 punto", "1 fiorino", "1 lavoratore blu", "Mazzo di pesca 1: 1 carta")),
        ("it", 2, ("2 punti", "2 fiorini", "2 lavoratori blu", "Mazzo di pesca 1: 2 carte")),
    ],
)
def test_plurals_follow_the_language(lang: str, number: int, told: tuple[str, ...]) -> None:
    state = position(3, 2)
    player = state.players[0]
    player.points, player.guilders, player.workers = number, number, (number, 0, 0, 0, 0)
    state.left = (number, 3)
    root = drawn(state, lang=lang)
    wanted = ("points:0", "guilders:0", "worker:0:blue", "pile:first")
    titles = {g.get("data-target"): g[0].text for g in root.iter(f"{NS}g") if g.get("data-target")}
    assert tuple(titles[target] for target in wanted) == told


def test_a_picture_in_an_unknown_language_is_refused() -> None:
    with pytest.raises(LabError, match="unknown language 'xx'"):
        position_svg(position(1, 2), NAMES, None, "xx")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_threat_words_under_the_dice_do_not_touch(lang: str) -> None:
    state = position(3, 2)
    state.dice = (5, 6, 5, 6, 5)
    ends = []
    for element, x, _ in placed(drawn(state, lang=lang)):
        if element.get("data-target", "").startswith("die:"):
            ends.append(extent(element.findall(f"{NS}text")[-1], x))
    assert len(ends) == 5
    assert all(left < right for left, right in ends)
    assert all(before[1] < after[0] for before, after in pairwise(ends))


# The terminal


def printed(state: State, names: tuple[str, ...] = NAMES, seat: int | None = None, *, colour: bool = False) -> str:
    console = Console(width=80, color_system="truecolor" if colour else None, force_terminal=colour, legacy_windows=False)
    with console.capture() as capture:
        console.print(position_text(state, names, seat))
    return capture.get()


@each("names", [NAMES, HOSTILE], ids=["usual", "hostile"])
@every_position
def test_terminal_fits_80_columns_and_needs_no_colour(state: State, names: tuple[str, ...]) -> None:
    text = printed(state, names)
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text


@every_position
def test_terminal_says_the_numbers(state: State) -> None:
    frames = printed(state).split("╭─ ")[2:]
    assert len(frames) == len(state.players)
    for frame, player in zip(frames, state.players, strict=True):
        assert re.search(rf"\b{player.points} points?   {player.guilders} guilders?\b", frame)
        for colour, number, threats in zip(COLOURS, player.workers, player.threats, strict=True):
            assert re.search(rf"workers .*\b{colour} {number}\b", frame)
            assert re.search(rf"markers .*\b{colour} {threats}/{state.rules.threat_limit}\b", frame)
        assert len(re.findall(r"\((?:empty|[^()]* pts?(?:, used)?)\)", frame)) == len(player.houses)


def test_terminal_shows_names_as_they_are_and_hides_what_it_must() -> None:
    state = position(1, 4, hand=(3, 3))
    text = printed(state, HOSTILE, 0)
    assert "[red]x[/red] [31m" in text
    assert "<script>alert(1)</scrip…" in text
    hands = re.findall(r"│ hand +(.*?)│", text)
    assert "costs" in hands[0]
    assert all(re.fullmatch(r"\[\w+\]( · \[\w+\]){2} *", hand) for hand in hands[1:])
    assert "≈ reconstructed" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_terminal_speaks_the_language_and_still_fits(lang: str) -> None:
    for seed in range(4):
        state = position(seed, 3)
        console = Console(width=80)
        with console.capture() as capture:
            console.print(position_text(state, NAMES, None, lang))
        text = capture.get()
        assert max(map(len, text.splitlines())) <= 80
        for word in ("caption.houses", "caption.hand", "terminal.damage", "terminal.workers"):
            assert f"│ {MANIFEST.texts.say('picture', word, {}, lang)} " in text


def test_terminal_uses_colour_where_there_is_some() -> None:
    assert "\x1b[" in printed(position(1, 2), colour=True)
