"""The form of the position editor: a row a field, with what is wrong beside the field that is meant; one player at a time."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...games.bruges.pictures.colours import SHADES, sign
from ...games.bruges.telling import own_texts
from ...games.bruges.words import AREAS, COLOURS, PHASES, SECTIONS
from ...show.seats import SEALS
from ...show.svg import Svg, rect, tag, tip
from ..editing import DEALT, Draft
from ..markup import block, button, heading, rule_link, span, text, words_of

NUMBERS = ("round", "turn", "final_round")
OF_PLAYER = ("name", "points", "guilders", "reputation")
ROWS = ("workers", "threats")


class Open(NamedTuple):
    """What of the form is open: whose fields, which house, and what was typed in vain (a message a field)."""

    seat: int = 0
    house: int | None = None
    refused: dict[str, str] = {}  # noqa: RUF012  # never changed, only replaced


class Form:
    """Draws a draft. `people` is the id of the list of names that fields for cards offer."""

    def __init__(self, draft: Draft, opened: Open, lang: str, people: str) -> None:
        self.draft, self.opened, self.lang, self.people = draft, opened, lang, people
        self.say = words_of(lang)
        self._told = False

    def parts(self) -> dict[str, str]:
        """The parts of the form; a fault that belongs to no row that is shown stands above them all."""
        drawn = {"table": self._table(), "seats": self._seats(), "player": self._player(self.opened.seat)}
        fault = self.draft.fault
        above = Svg("") if fault is None or self._told else self._fault()
        return {"fault": str(above), **{name: str(part) for name, part in drawn.items()}}

    # Rows

    def _row(self, path: str, label: str, *controls: Svg, also: tuple[str, ...] = ()) -> Svg:
        """A labelled row; what is wrong with its field stands below it."""
        wrong: list[Svg] = []
        fault = self.draft.fault
        if fault is not None and any(_belongs(fault.field, field) for field in (path, *also)):
            self._told = True
            wrong.append(self._fault())
        refused = [message for field, message in self.opened.refused.items() if _belongs(field, path)]
        wrong += [block("wrong", text(message), role="status") for message in refused]
        label_of = span("editlabel", label)
        return block("editrow" + (" bl-iswrong" if wrong else ""), label_of, block("editcontrols", *controls), *wrong)

    def _fault(self) -> Svg:
        fault = self.draft.fault
        assert fault is not None
        link = [text(" "), rule_link(fault.rule, self.lang)] if fault.rule else []
        return block("wrong", text(fault.problem), *link, role="status", data_fault=fault.field)

    def _input(self, path: str, act: str, value: object, label: str, kind: str = "numeric") -> Svg:
        """A field that is checked while somebody types. Numbers are typed as text: only there a caret can be put back."""
        return tag(
            "input",
            type="text",
            inputmode=kind,
            value=str(value),
            class_=f"bl-{kind}",
            data_act=f"edit.{act}",
            data_key=f"edit.{path}",
            data_live="1",
            data_keep="1",
            autocomplete="off",
            aria_label=label,
        )

    def _card_field(self, act: str, value: str, label: str, **more: str | float | None) -> Svg:
        """A field that offers the names of people and the colours."""
        key = f"edit.{act}"
        return tag(
            "input",
            type="text",
            value=value,
            list=self.people,
            data_act=key,
            data_key=key,
            placeholder=label,
            aria_label=label,
            **more,
        )

    def _select(self, name: str, options: list[tuple[str, str]], chosen: str) -> Svg:
        listed = [
            tag("option", text(words), value=value, selected="selected" if value == chosen else None) for value, words in options
        ]
        key = f"edit.{name}"
        return tag("select", *listed, data_act=key, data_key=key, aria_label=self.say(key))

    def _toggle(self, act: str, value: object, words: str, on: bool, **more: str | float | None) -> Svg:
        return button(f"edit.{act}", value, words, "toggle", aria_pressed="true" if on else "false", **more)

    def _by_colour(self, path: str, act: str, row: dict[str, int]) -> list[Svg]:
        found = []
        for place, colour in enumerate(COLOURS):
            name = own_texts().form("colour", colour, self.lang)
            shade = SHADES[place]
            square = rect(0, 0, 16, 16, shade.fill, 3)
            drawn = tag("svg", tip(name), square, sign(place, 8, 8, 11, shade.on), viewBox="0 0 16 16", aria_hidden="true")
            typed = self._input(f"{path}.{colour}", f"{act}.{colour}", row.get(colour, 0), name)
            found.append(tag("span", drawn, typed, class_="bl-pair"))
        return found

    # Table

    def _table(self) -> Svg:
        say, given, names = self.say, self.draft.given, self._names()
        rules = self.draft.state.rules
        counts = [(str(n), str(n)) for n in range(rules.min_players, rules.max_players + 1)]
        phases = [(phase, own_texts().form("phase", phase, self.lang)) for phase in PHASES]
        phases.insert(PHASES.index("dice") + 1, (DEALT, say("edit.dealt", phase="dice")))
        seats = [(str(seat), name) for seat, name in enumerate(names)]
        on_turn = [("", say("edit.start_player")), *seats]
        rows = [
            self._row("players", say("edit.players"), self._select("players", counts, str(len(names)))),
            *(
                self._row(name, say(f"edit.{name}"), self._input(name, name, given[name], say(f"edit.{name}")))
                for name in NUMBERS
            ),
            self._row(
                "phase",
                say("edit.phase"),
                self._select("phase", phases, DEALT if given["threats_dealt"] else given["phase"]),
                also=("threats_dealt",),
            ),
            self._row("start", say("edit.start"), self._select("start", seats, str(given["start"]))),
            self._row("seat", say("edit.seat"), self._select("seat", on_turn, _or_empty(given["seat"]))),
            self._row("dice", say("edit.dice"), *self._by_colour("dice", "dice", given["dice"])),
            *(self._pile(pile) for pile in (0, 1)),
        ]
        return block("edittable", *rows)

    def _pile(self, pile: int) -> Svg:
        """A draw pile: how many cards, and which lies on top."""
        say, state = self.say, self.draft.state
        given = self.draft.given["piles"]
        top = state.top(pile)
        name = "" if top is None else self._card_name(given[pile][0] if given and given[pile] else state.deck[top].id)
        count = state.left[pile] if given is None else len(given[pile])
        return self._row(
            f"piles.{pile}",
            say("edit.pile", pile=("first", "second")[pile]),
            self._input(f"piles.{pile}", f"pile{pile}", count, say("edit.cards")),
            self._card_field(f"top{pile}", name, say("edit.top"), data_keep="1"),
            also=("cards", "left") if pile == 0 else (),
        )

    # Players

    def _names(self) -> list[str]:
        known = self.draft.names
        players = self.draft.given["players"]
        return [player["name"] or (known[seat] if seat < len(known) else SEALS[seat]) for seat, player in enumerate(players)]

    def _seats(self) -> Svg:
        """Whose fields are shown; a seat with a fault is marked."""
        fault = self.draft.fault
        at = fault.field.split(".") if fault is not None else []
        rows = []
        for seat, name in enumerate(self._names()):
            mark = " ⚠" if at[:1] == ["players"] and at[1:2] == [str(seat)] else ""
            is_open = "true" if seat == self.opened.seat else "false"
            words = f"{SEALS[seat]} {name}{mark}"
            rows.append(button("edit.open", seat, words, "tab", role="tab", aria_selected=is_open))
        return tag("div", *rows, role="tablist")

    def _player(self, seat: int) -> Svg:
        say, player = self.say, self.draft.given["players"][seat]
        path, rules = f"players.{seat}", self.draft.state.rules
        rows = [
            self._row(f"{path}.name", say("edit.name"), self._input(f"{path}.name", "name", self._names()[seat], "", "text")),
            *(
                self._row(
                    f"{path}.{name}", say(f"edit.{name}"), self._input(f"{path}.{name}", name, player[name], say(f"edit.{name}"))
                )
                for name in OF_PLAYER[1:]
            ),
            *(
                self._row(f"{path}.{name}", say(f"edit.{name}"), *self._by_colour(f"{path}.{name}", name, player[name]))
                for name in ROWS
            ),
            self._canals(path, player),
            self._row(
                f"{path}.statues",
                say("edit.statues"),
                *(self._toggle("statues", value, str(value), value in player["statues"]) for value in rules.statues),
                also=(f"{path}.claimed", "statues"),
            ),
            self._row(
                f"{path}.majorities",
                say("edit.majorities"),
                *(
                    self._toggle(
                        "majorities", area, own_texts().say("figure", f"area.{area}", {}, self.lang), area in player["majorities"]
                    )
                    for area in AREAS
                ),
            ),
            self._houses(path, player),
            self._hand(path, player),
        ]
        return block("editplayer", *rows)

    def _canals(self, path: str, player: dict[str, Any]) -> Svg:
        controls = []
        for side, tiles in player["canals"].items():
            label = own_texts().form("section", side, self.lang)
            typed = self._input(f"{path}.canals.{side}", f"canals.{side}", tiles, label)
            controls.append(tag("span", span("editword", label), typed, class_="bl-pair"))
        return self._row(f"{path}.canals", self.say("edit.canals"), *controls)

    def _houses(self, path: str, player: dict[str, Any]) -> Svg:
        """The houses to press, the one that is open with its fields, and a field for a new one."""
        say = self.say
        controls = [
            self._chip("edit.house", place, self._house_words(house), self._shade(house["card"]), place == self.opened.house)
            for place, house in enumerate(player["houses"])
        ]
        if self.opened.house is not None and self.opened.house < len(player["houses"]):
            house = player["houses"][self.opened.house]
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
                    self._card_field("house_card", self._card_name(house["card"]), say("edit.house_card")),
                    self._card_field("house_person", self._card_name(house["person"]), say("edit.house_person")),
                    tag("label", used, text(" " + say("edit.house_used"))),
                    button("edit.house_drop", self.opened.house, say("edit.house_drop"), "small"),
                )
            )
        controls.append(self._card_field("house_add", "", say("edit.house_add")))
        return self._row(f"{path}.houses", say("edit.houses"), *controls)

    def _hand(self, path: str, player: dict[str, Any]) -> Svg:
        say = self.say
        chips = [
            self._chip("edit.hand_drop", place, f"{self._card_name(card)} ×", self._shade(card), None, say("edit.hand_drop"))
            for place, card in enumerate(player["hand"])
        ]
        return self._row(
            f"{path}.hand",
            say("edit.hand"),
            *chips,
            self._card_field("hand_add", "", say("edit.hand_add")),
            also=(f"{path}.shown",),
        )

    def _chip(self, act: str, place: int, words: str, fill: str, pressed: bool | None, tip: str | None = None) -> Svg:
        state = None if pressed is None else "true" if pressed else "false"
        return button(act, place, words, "chip", style=f"border-color:{fill}", aria_pressed=state, title=tip)

    def _house_words(self, house: dict[str, Any]) -> str:
        if house["person"] is None:
            return self.say("edit.house_empty", card=self._card_name(house["card"]))
        used = " ↻" if house["used"] else ""
        return f"{self._card_name(house['person'])}{used}"

    def _card_name(self, card: str | None) -> str:
        if card is None:
            return ""
        if card in COLOURS:
            return own_texts().form("colour", card, self.lang)
        name = self.draft.state.deck[card].name if card in self.draft.state.deck.by_id else {}
        return name.get(self.lang) or name.get("en") or card

    def _shade(self, card: str) -> str:
        deck = self.draft.state.deck
        colour = deck[card].colour if card in deck.by_id else card
        return SHADES[COLOURS.index(colour)].fill if colour in COLOURS else "currentColor"


def people_html(draft: Draft, lang: str, name: str) -> Svg:
    """What fields for cards offer: colours, then people by name."""
    colours = [own_texts().form("colour", colour, lang) for colour in COLOURS]
    people = sorted(card.name.get(lang, card.name.get("en", card.id)) for card in draft.state.deck.cards)
    return tag("datalist", *(tag("option", value=words) for words in (*colours, *people)), id=name)


def section_html(words: str, *inside: Svg) -> Svg:
    """A chapter of the tab."""
    return block("editsection", heading(words), *inside)


def static_acts() -> list[str]:
    """The fields that are typed into, as acts: those of a player without the seat."""
    rows = [f"{name}.{colour}" for name in ROWS for colour in COLOURS]
    return [*OF_PLAYER, *rows, *(f"canals.{side}" for side in SECTIONS)]


def _belongs(field: str, path: str) -> bool:
    """Whether a field is the one of a row, or inside it; a field of one player is not a matter of how many there are."""
    return field == path or (path != "players" and field.startswith(f"{path}."))


def _or_empty(value: object) -> str:
    return "" if value is None else str(value)
