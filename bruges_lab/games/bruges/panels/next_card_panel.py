"""The next card: what may lie on top of a pile, as whoever looks knows it, with the odds; and a game in which a named one does.

Nobody peeks: a card that is in nobody's sight is as likely as any other with the same back (bruges/views.py), so naming one only
changes what was unknown. The game that comes of it is a new one that stands here, and its note says what was set by hand.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ....explorer.markup import block, button, heading, span, text, words_of
from ....explorer.otherwise import anew
from ....explorer.surface import Act
from ....kernel import Game, LabError
from ....kernel.errors import either, one_line
from ....rulebook.numbers import decimal
from ....rulebook.texts import LANGUAGES
from ....show.svg import Svg, tag
from ..model import State
from ..telling import WORDS, own_texts
from ..views import drawn_worlds, exchange
from ..words import COLOURS

if TYPE_CHECKING:
    from ....explorer.explorer import Explorer

PILES = WORDS["pile"]


class Unseen(NamedTuple):
    """A pile that can be drawn from, the colour of its back, and the cards that may lie on top, in the order of the deck."""

    pile: int
    colour: int
    cards: tuple[int, ...]

    @property
    def odds(self) -> Fraction:
        """The odds of each card: they are all alike."""
        return Fraction(1, len(self.cards))


def draws(game: Game[State]) -> bool:
    """Whether a card is about to be drawn."""
    pending = game.pending
    return pending is not None and not pending.is_chance and any(option[0] == "draw" for option in pending.raw)


def unseen(game: Game[State], seat: int | None) -> list[Unseen]:
    """The piles that the next card can come from, with what may lie there as the seat knows it (None: all hands are open)."""
    found = []
    state, pending = game.state, game.pending
    for pile in [option[1] for option in pending.raw if option[0] == "draw"] if pending is not None and draws(game) else []:
        top = state.top(pile)
        if top is None:  # the card comes from what fills the empty place
            continue
        if seat is None:
            hidden = sorted((*state.pile(0), *state.pile(1), *state.extra))
            alike = (state.deck.colour[top], state.shuffle_of(top))
            cards = [card for card in hidden if (state.deck.colour[card], state.shuffle_of(card)) == alike]
        else:
            tops = [world.top(pile) for world in drawn_worlds(state, seat, pile)]
            cards = [card for card in tops if card is not None]
        found.append(Unseen(pile, state.deck.colour[top], tuple(cards)))
    return found


# Setting it


def with_card(game: Game[State], seat: int | None, typed: str, pile: str | None, lang: str) -> tuple[Game[State], str]:
    """A game that stands here with the card on top of the pile, and the note that says so; a LabError if it cannot lie there."""
    chosen, card = _found(game, seat, typed, pile, lang)
    state = game.state.copy()
    top = state.top(chosen.pile)
    if top is not None and top != card:
        exchange(state, card, top)
    note = words_of(lang, own_texts())("next.note", card=_name(game, card, lang), pile=PILES[chosen.pile], odds=str(chosen.odds))
    return anew(game, state, note), note


def _found(game: Game[State], seat: int | None, typed: str, pile: str | None, lang: str) -> tuple[Unseen, int]:
    """The pile and the card that are meant."""
    say = words_of(lang, own_texts())
    piles = unseen(game, seat)
    if not piles:
        raise LabError(say("next.none"))
    card = _card(game, typed, lang)
    if pile is not None:
        if pile not in PILES:
            raise LabError(f"unknown pile {one_line(pile, 20)!r}; choose {either(PILES)}")
        piles = [found for found in piles if PILES[found.pile] == pile]
        if not piles:
            raise LabError(say("next.empty", pile=pile))
    colour = game.state.deck.colour[card]
    if fitting := next((found for found in piles if card in found.cards), None):
        return fitting, card
    if all(found.colour != colour for found in piles):
        lies = {"pile": PILES[piles[0].pile], "top": COLOURS[piles[0].colour]}
        raise LabError(say("next.back", card=_name(game, card, lang), colour=COLOURS[colour], **lies))
    raise LabError(say("next.elsewhere", card=_name(game, card, lang)))


def _card(game: Game[State], typed: str, lang: str) -> int:
    """A card by its id, or by its person's name in any language."""
    words = str(typed).strip().casefold()
    for place, card in enumerate(game.state.deck.cards):
        if words in (card.id, *(card.name.get(known, "").casefold() for known in LANGUAGES)):
            return place
    raise LabError(words_of(lang, own_texts())("next.unknown", card=one_line(typed, 40)))


def _name(game: Game[State], card: int, lang: str) -> str:
    names = game.state.deck[card].name
    return names.get(lang, names["en"])


# In the explorer


class NextCard:
    """The card that comes next, on the chance tab."""

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.wanted = ""
        """The pile and the card that the user is about to lay on top, such as `first:thief`."""

    def acts(self) -> Mapping[str, Act]:
        """Choose a card, and lay it on top."""
        return {"next_card": self._want, "set_draw": self._lay}

    def _want(self, value: str) -> None:
        self.wanted = value
        self.explorer.refresh()

    def _lay(self, value: str) -> None:
        pile, _, card = value.partition(":")
        self.explorer.set_draw(card, pile)

    def set_draw(self, what: str, where: str | None) -> None:
        """Look at a game in which the card lies on top of the pile."""
        explorer = self.explorer
        opened, note = with_card(explorer.game, explorer.seat, what, where, explorer.lang)
        explorer.look_at(opened)
        explorer.say(note)

    def invited(self) -> Svg:
        """A button to the chance tab while a card is about to be drawn."""
        if not draws(self.explorer.game):
            return Svg("")
        return block("row", button("tab", "chance", self.explorer.words("next.ask"), "small"))

    def drawn(self) -> Svg:
        """The cards that may come next."""
        return drawn(self.explorer, self.wanted)


def drawn(explorer: Explorer, wanted: str) -> Svg:
    """The cards that may come next, pile by pile, the odds of the wanted one (`first:thief`), and a button to lay it on top."""
    game, lang = explorer.game, explorer.lang
    piles = [] if explorer.cursor.inside else unseen(game, explorer.seat)
    if not piles:
        return Svg("")
    say = explorer.words
    deck = game.state.deck
    offered = {f"{PILES[found.pile]}:{deck[card].id}": found for found in piles for card in found.cards}
    if wanted not in offered:  # the first by its name: which one really lies there must not show
        found = piles[0]
        card = min(found.cards, key=lambda card: _order(_name(game, card, lang)))
        wanted = f"{PILES[found.pile]}:{deck[card].id}"
    groups = []
    for found in piles:
        options = []
        for card in sorted(found.cards, key=lambda card: _order(_name(game, card, lang))):
            value = f"{PILES[found.pile]}:{deck[card].id}"
            chosen = "selected" if value == wanted else None
            options.append(tag("option", text(_name(game, card, lang)), value=value, selected=chosen))
        groups.append(tag("optgroup", *options, label=say("next.pile", pile=PILES[found.pile], colour=COLOURS[found.colour])))
    found = offered[wanted]
    told = {"odds": str(found.odds), "percent": decimal(100 * float(found.odds), 3, lang), "cards": len(found.cards)}
    return block(
        "throw",
        heading(say("next.title")),
        tag(
            "label",
            span("label", say("next.card")),
            tag("select", *groups, data_act="next_card", data_key="next_card"),
            class_="bl-field",
        ),
        block("odds", text(say("next.odds", pile=PILES[found.pile], **told))),
        button("set_draw", wanted, say("next.set"), "main", data_key="set_draw"),
        block("quiet", text(say("next.branch"))),
    )


def _order(name: str) -> str:
    """A name to sort by: letters with marks stand beside those without."""
    return unicodedata.normalize("NFKD", name).casefold()
