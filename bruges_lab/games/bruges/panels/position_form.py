"""The form of the position editor for Bruges: its fields, with rows of their own for phases, piles, statues and houses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from ....explorer.markup import block, button, text
from ....explorer.panels.edit_form import Form, FormAct, Open, count
from ....rulebook.field_kinds import Cards, Count, Marks, OneSeat, OneWord, Row
from ....rulebook.fields import NOBODY, Field
from ....show.svg import Svg, rect, tag, tip
from ..laid_kinds import Houses, Piles
from ..pictures.colours import SHADES, sign
from ..words import COLOURS, PHASES
from .module_rows import module_acts, module_rows
from .position_draft import DEALT, BrugesDraft

if TYPE_CHECKING:
    from ...manifest import Manifest


class BrugesForm(Form):
    """Draws a draft of Bruges."""

    draft: BrugesDraft
    drafts = BrugesDraft

    def order(self, field: Field) -> int:
        """Numbers, then words and seats, then what is laid out; cards and houses at the end."""
        if isinstance(field.kind, Cards | Houses | Piles):
            return 3
        return 0 if isinstance(field.kind, Count) else 1 if isinstance(field.kind, OneWord | OneSeat) else 2

    # Table

    def table_rows(self) -> Iterator[Svg]:
        for field in self._fields(NOBODY):
            if field.name == "phase":
                yield self._phase()
            elif field.name == "seat":
                yield self.seat_row()
            elif isinstance(field.kind, Piles):
                yield from (self._pile(pile) for pile in (0, 1))
            else:
                yield self.field_row(field, NOBODY)
        yield from module_rows(self)

    def _phase(self) -> Svg:
        """The phase; that the threats are dealt is a phase of its own here."""
        given = self.draft.given
        phases = [(phase, self.word("phase", phase)) for phase in PHASES]
        phases.insert(PHASES.index("dice") + 1, (DEALT, self.say("edit.dealt", phase="dice")))
        chosen = DEALT if given["threats_dealt"] else given["phase"]
        return self.row("phase", self.say("edit.phase"), self.select("phase", phases, chosen), also=("threats_dealt",))

    def _pile(self, pile: int) -> Svg:
        """A draw pile: how many cards, and which lies on top."""
        say, state = self.say, self.draft.state
        given = self.draft.given["piles"]
        top = state.top(pile)
        name = "" if top is None else self.card_name(given[pile][0] if given and given[pile] else state.deck[top].id)
        count = state.left[pile] if given is None else len(given[pile])
        return self.row(
            f"piles.{pile}",
            say("edit.pile", pile=("first", "second")[pile]),
            self.input(f"piles.{pile}", f"pile{pile}", count, say("edit.cards")),
            self.card_field(f"top{pile}", name, say("edit.top"), data_keep="1"),
            also=("cards", "left") if pile == 0 else (),
        )

    # Players

    def player_rows(self, seat: int) -> Iterator[Svg]:
        path, player = f"players.{seat}", self.draft.given["players"][seat]
        for field in self._fields(seat):
            if field.name == "statues":
                yield self._statues(path, player)
            elif isinstance(field.kind, Houses):
                yield self._houses(path, player)
            else:
                yield self.field_row(field, seat, also=(f"{path}.shown",) if field.name == "hand" else ())

    def _statues(self, path: str, player: dict[str, Any]) -> Svg:
        """The statues of the game to give or take."""
        statues = self.draft.state.rules.statues
        pressed = (self.toggled("statues", value, str(value), value in player["statues"]) for value in statues)
        return self.row(f"{path}.statues", self.say("edit.statues"), *pressed, also=(f"{path}.claimed", "statues"))

    def _houses(self, path: str, player: dict[str, Any]) -> Svg:
        """The houses to press, the one that is open with its fields, and a field for a new one."""
        say = self.say
        controls = [
            self.chip("edit.house", place, self._house_words(house), self.card_fill(house["card"]), place == self.opened.thing)
            for place, house in enumerate(player["houses"])
        ]
        if self.opened.thing is not None and self.opened.thing < len(player["houses"]):
            house = player["houses"][self.opened.thing]
            used = tag(
                "input",
                type="checkbox",
                checked="checked" if house["used"] else None,
                data_act="edit.house_used",
                data_key="edit.house_used",
            )
            controls.append(
                block(
                    "edithouse",
                    self.card_field("house_card", self.card_name(house["card"]), say("edit.house_card")),
                    self.card_field("house_person", self.card_name(house["person"]), say("edit.house_person")),
                    tag("label", used, text(" " + say("edit.house_used"))),
                    button("edit.house_drop", self.opened.thing, say("edit.house_drop"), "small"),
                )
            )
        controls.append(self.card_field("house_add", "", say("edit.house_add")))
        return self.row(f"{path}.houses", say("edit.houses"), *controls)

    def _house_words(self, house: dict[str, Any]) -> str:
        if house["person"] is None:
            return self.say("edit.house_empty", card=self.card_name(house["card"]))
        used = " ↻" if house["used"] else ""
        return f"{self.card_name(house['person'])}{used}"

    # Words and colours

    def words_of(self, kind: Row, value: Any) -> tuple[str, ...]:
        return COLOURS if kind.words is COLOURS else tuple(value)

    def word_sign(self, kind: Row, word: str) -> Svg:
        if kind.words is not COLOURS:
            return super().word_sign(kind, word)
        return self.colour_sign(word)

    def colour_sign(self, word: str) -> Svg:
        """The square of a colour with its sign."""
        place = COLOURS.index(word)
        shade = SHADES[place]
        square = rect(0, 0, 16, 16, shade.fill, 3)
        named = tip(self.word("colour", word))
        return tag("svg", named, square, sign(place, 8, 8, 11, shade.on), viewBox="0 0 16 16", aria_hidden="true")

    def mark_word(self, kind: Marks, word: str) -> str:
        return self.texts.say("figure", f"area.{word}", {}, self.lang)

    def card_name(self, card: str | None) -> str:
        if card is None:
            return ""
        if card in COLOURS:
            return self.word("colour", card)
        name = self.draft.state.deck[card].name if card in self.draft.state.deck.by_id else {}
        return name.get(self.lang) or name.get("en") or card

    def card_fill(self, card: str) -> str:
        deck = self.draft.state.deck
        colour = deck[card].colour if card in deck.by_id else card
        return SHADES[COLOURS.index(colour)].fill if colour in COLOURS else "currentColor"

    def offered(self) -> list[str]:
        """Colours, then people by name."""
        cards, lang = self.draft.state.deck.cards, self.lang
        people = sorted(card.name.get(lang, card.name.get("en", card.id)) for card in cards)
        return [*(self.word("colour", colour) for colour in COLOURS), *people]

    # Acts

    @classmethod
    def acts(cls, manifest: Manifest) -> dict[str, tuple[str, FormAct]]:
        by_field = super().acts(manifest)
        del by_field["piles"]  # each has a row of its own
        return {
            **by_field,
            **{f"dice.{colour}": (f"dice.{colour}", partial(_put_die, colour)) for colour in COLOURS},
            "phase": ("phase", lambda draft, opened, typed: draft.put_phase(typed)),
            **{f"pile{pile}": (f"piles.{pile}", partial(_put_pile, pile)) for pile in (0, 1)},
            **{f"top{pile}": (f"piles.{pile}", partial(_put_top, pile)) for pile in (0, 1)},
            "statues": ("*.statues", lambda draft, opened, typed: draft.toggle(opened.seat, "statues", typed)),
            **module_acts(),
            "house": ("@start", _open_house),
            "house_add": ("*.houses", lambda draft, opened, typed: draft.add_house(opened.seat, typed)),
            "house_drop": ("*.houses", _drop_house),
            **{f"house_{part}": ("*.houses", partial(_put_house, part)) for part in ("card", "person", "used")},
        }


def _put_die(colour: str, draft: BrugesDraft, opened: Open, typed: str) -> None:
    draft.put(f"dice.{colour}", typed or "0")


def _put_pile(pile: int, draft: BrugesDraft, opened: Open, typed: str) -> None:
    draft.put_pile(pile, count(typed))


def _put_top(pile: int, draft: BrugesDraft, opened: Open, typed: str) -> None:
    draft.put_top(pile, typed)


def _put_house(part: str, draft: BrugesDraft, opened: Open, typed: str) -> None:
    if opened.thing is not None:
        draft.put_house(opened.seat, opened.thing, part, typed)


def _drop_house(draft: BrugesDraft, opened: Open, typed: str) -> Open:
    draft.drop_house(opened.seat, count(typed))
    return Open(opened.seat)


def _open_house(draft: BrugesDraft, opened: Open, typed: str) -> Open:
    place = count(typed)
    return opened._replace(thing=None if opened.thing == place else place)
