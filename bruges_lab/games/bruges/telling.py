"""Puts a game of Bruges into words: numbers of the engine become colours, names and persons, then a template makes a sentence.

The types of an event's data (declared where the event is) say how each number is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...kernel.choices import Option
from .model import BOOK, EMPTY, colour_of
from .rules.scoring import HEADS
from .words import AREAS, COLOURS, DAMAGES, PHASES, SECTIONS

if TYPE_CHECKING:
    from ...rulebook.texts import Texts
    from .model import State

WORDS = {
    "colour": COLOURS,
    "damage": DAMAGES,
    "section": SECTIONS,
    "area": AREAS,
    "phase": PHASES,
    "pile": ("first", "second"),
    "head": HEADS,
}
"""The words of each type of data whose numbers stand for words."""

REFUSAL_TYPES = {
    "card": "card",
    "colour": "colour",
    "damage": "damage",
    "section": "section",
    "pile": "pile",
    "asked": "asked",
    "when": "when",
    "step": "step",
    "seat": "seat",
    "player": "seat",
    "person": "card",
    "missing": "thing",
    "thing": "thing",
    "word": "word",
    "pattern": "word",
}
"""How the numbers of refusals are shown; what is not here is a count."""

CHOICE_TYPES = {
    "workers": ("card",),
    "guilders": ("card",),
    "threat": ("card",),
    "canal": ("card", "section"),
    "house": ("card",),
    "recruit": ("card", "colour"),
    "activate": ("card",),
    "damage": ("damage",),
    "lose": ("card",),
    "burn": ("house",),
    "burn_canal": ("section",),
    "draw": ("pile",),
    "refill": ("count",),
    "discard": ("card",),
    "away": ("colour",),
    "give": ("colour",),
    "lend": ("seat",),
    "remove": ("section",),
    "dig": ("section",),
    "swap": ("colour", "into"),
    "take": ("colour",),
    "pay_worker": ("colour",),
    "pay_card": ("card",),
    "lay": ("card",),
    "invite": ("card", "colour"),
    "ready": ("card",),
    "target": ("seat",),
    "threaten": ("colour",),
    "roll": ("blue", "brown", "yellow", "red", "purple"),
    "order": ("count",),
}
"""What the numbers of each kind of choice are, for its sentence; kinds that are not here have none."""


ACTIONS = ("workers", "guilders", "threat", "canal", "house", "recruit")
_SAME_TIME = {"refill": "draw", "decline": "advance", "burn_canal": "burn"}
"""Kinds of choice that can be made when others can."""


def own_texts() -> Texts:
    """What is said of Bruges, in every language."""
    from .manifest import MANIFEST

    return MANIFEST.texts


def _one_of_several_houses(state: State, option: Option) -> bool:
    """Whether a person goes to the oldest of several empty houses of a colour: which of them is not asked (D-205)."""
    if option[0] not in ("recruit", "invite") or not state.agenda:
        return False
    houses = state.players[state.agenda[-1][1]].houses
    fitting = [house for house in houses if house.person == EMPTY and colour_of(state.deck, house.card) == option[2]]
    return len(fitting) > 1


class BrugesTeller:
    """Tells one game, with its players' names and cards."""

    def __init__(self, state: State, names: tuple[str, ...]) -> None:
        self.deck = state.deck
        self.names = names
        self.state = state

    def tell(self, section: str, key: str, data: Mapping[str, object], lang: str) -> str:
        """The sentence for an event, refusal, step or choice."""
        if section == "event":
            types: Mapping[str, str] = {**BOOK.kinds[key].fields, "player": "seat"}
        elif section == "refusal":
            types = REFUSAL_TYPES
        else:
            types = {"player": "seat", "person": "card"}
            data = {**dict.fromkeys(BOOK.steps[key].about, EMPTY), **data} if key in BOOK.steps else data
        texts = own_texts()
        values: dict[str, object] = {}
        for name, value in data.items():
            if types.get(name) == "step":
                about = {name: data[name] for name in BOOK.steps[str(value)].about if name in data}
                values[name] = self.tell("step", str(value), {"player": data.get("player", -1), **about}, lang)
            else:
                values.update(self._values(name, types.get(name, "count"), value, lang))
        return texts.say(section, key, values, lang)

    def _when(self, kind: str, lang: str) -> str:
        """When a kind of choice can be made."""
        key = "card" if kind in ACTIONS else _SAME_TIME.get(kind, kind)
        return own_texts().say("when", key if own_texts().has("when", key, lang) else "person", {}, lang)

    def choice(self, option: Option, lang: str = "en", state: State | None = None) -> str:
        """An option as a short sentence; the position it is offered in may add to it."""
        types = CHOICE_TYPES.get(option[0], ())
        values: dict[str, object] = {"several": state is not None and _one_of_several_houses(state, option)}
        for kind, value in zip(types, option[1:], strict=True):
            shown = "count" if kind in COLOURS else "colour" if kind == "into" else kind
            values.update(self._values(kind, shown, value, lang))
        return own_texts().say("choice", option[0], values, lang)

    def _values(self, name: str, kind: str, value: Any, lang: str) -> dict[str, object]:
        """One number as what a template needs: a word to choose by, a name to show."""
        if kind == "seat":
            return {name: self.names[value] if isinstance(value, int) and 0 <= value < len(self.names) else "–"}
        if kind == "card":
            return {name: self._card(value, lang), f"{name}_colour": self._card_colour(value)}
        if kind in ("asked", "action"):
            known = isinstance(value, str) and own_texts().has("kind", value, lang)
            return {name: own_texts().say("kind", str(value), {}, lang) if known else str(value)}
        if kind == "choice":
            return {name: self.choice(value, lang)}
        if kind == "when":
            return {name: self._when(str(value), lang)}
        if kind == "seats":
            return {name: self._listed([self.names[seat] for seat in value], lang)}
        if kind in WORDS:
            return {name: WORDS[kind][value] if isinstance(value, int) and 0 <= value < len(WORDS[kind]) else "none"}
        if kind == "house":
            return {name: value + 1}
        return {name: value}

    def _listed(self, names: list[str], lang: str) -> str:
        """Several names as a sentence lists them."""
        first, *others = names
        for place, name in enumerate(others, 1):
            first = own_texts().say("list", "more" if place < len(others) else "two", {"first": first, "last": name}, lang)
        return first

    def _card(self, card: Any, lang: str) -> str:
        if not isinstance(card, int) or card < 0:
            return "?"
        return self.deck[card].name.get(lang, self.deck[card].name["en"])

    def _card_colour(self, card: Any) -> str:
        colour = colour_of(self.deck, card) if isinstance(card, int) else None
        return "none" if colour is None else COLOURS[colour]
