"""Phase 3: four turns each. On a turn a player plays one card for one action, and activates people before and after it.

A player with an empty hand still takes the turns, for activations only (D-088, D-089).
"""

from __future__ import annotations

from typing import Any

from ....kernel import TABLE, Action, become, need
from ....kernel.book import AgendaStep, Past
from ....kernel.events import Told
from ....kernel.needs import Refused
from ..model import BOOK, State
from ..words import PHASES
from .actions import SIX
from .improved import IMPROVED, list_improved
from .listing import list_six
from .people import ACTIVATE, list_activations, seems_to_activate
from .queries import in_order
from .rounds import begin_phase

BOOK.event("turn.begins", turn="count", cards="count")
BOOK.event("turn.skipped")
BOOK.event("turn.ended")


@BOOK.task("phase.actions", rule="phase3.turns", mark="phase")
def phase_actions(s: State) -> None:
    """Everybody in turn, until everybody has had four."""
    begin_phase(s, 3)
    s.then(*remaining_turns(s, 1, s.start))


def remaining_turns(s: State, turn: int, seat: int) -> list[tuple[Any, ...]]:
    """The turns of the round from a given one on."""
    order = in_order(s)
    turns = [("turn", other, number) for number in range(1, s.rules.turns + 1) for other in order]
    return turns[turns.index(("turn", seat, turn)) :]


@BOOK.task("turn", rule="phase3.turns", seated=True)
def turn(s: State, seat: int, number: int) -> None:
    """One player's turn."""
    hand = s.players[seat].hand
    s.turn = number
    s.cause = s.record("phase3.turns", "turn.begins", seat, _turn_begun, (number, len(hand)))
    if hand:
        s.push("turn.act", seat)
    elif list_activations(s, seat):
        s.push("turn.more", seat, False)
    else:
        s.emit("phase3.empty_hand", "turn.skipped", seat)


def _turn_begun(seat: int, number: int, cards: int) -> Told:
    return {"turn": number, "cards": cards}, (become(TABLE, "turn", number),)


@BOOK.task("turn.go", rule="phase3.one_action", seated=True)
def go_on(s: State, seat: int, played: bool) -> None:
    """A card first if there is one; then activations as long as any seems possible (D-167)."""
    if not played and s.players[seat].hand:
        s.push("turn.act", seat)
    elif s.players[seat].houses and seems_to_activate(s, seat):
        s.push("turn.more", seat, played)
    elif not played:
        s.emit("phase3.empty_hand", "turn.ended", seat)  # the last card went through a person


# Before and with the card. Never answered by itself: what is in the hand is hidden.
ACT = BOOK.decision("turn.act", rule="phase3.actions", forced=False)


def _then_after(action: Action) -> Action:
    """The action as the card of the turn: when it is done, the turn goes on with the card played."""

    plain = action.kind not in ("recruit", "improved_recruit")

    def run(s: State, seat: int, *args: Any) -> None:
        if not plain or s.players[seat].houses:  # nobody to activate: the turn is over with the action
            s.push("turn.go", seat, True)
        action.run(s, seat, *args)

    return action.doing(run)


CARD_ACTIONS = tuple(action for pair in zip(SIX, IMPROVED, strict=True) for action in pair)
"""What a card can be played for: after each of the six actions the same one improved by the market."""

for _action in CARD_ACTIONS:
    ACT.offer(_then_after(_action))


def _activate(s: State, seat: int, person: int) -> None:
    s.push("turn.go", seat, False)
    ACTIVATE.run(s, seat, person)


ACT.offer(ACTIVATE.doing(_activate))


@ACT.choice(
    "end",
    needs=(
        need(
            "phase3.must_play",
            "must_play",
            lambda s, seat: not s.players[seat].hand,
            lambda s, seat: {"cards": len(s.players[seat].hand)},
        ),
    ),
)
def end_early(s: State, seat: int) -> None:
    """Not while there is a card in hand (D-085)."""


def list_cards(s: State, seat: int) -> list[tuple[Any, ...]]:
    """The six uses of every card, and where the market has a marker the improved ones (exp.market.use)."""
    found = list_six(s, seat)
    if s.markers:
        found += list_improved(s, seat)
    return found


@ACT.quickly
def list_turn(s: State, seat: int) -> list[tuple[Any, ...]]:
    """The six uses of every card, plain and improved, then activations."""
    found = list_cards(s, seat)
    if s.players[seat].houses:
        found += list_activations(s, seat)
    return found


# After the card, or without one: activations until the player ends the turn.


def _why_no_card(s: State, seat: int, played: bool) -> str:
    """The rule under which no card is played any more: the turn has had its card, or there is none in hand (D-088)."""
    return "phase3.one_action" if played else "phase3.empty_hand"


# Never answered by itself: whether somebody can be activated may depend on the hand.
MORE = BOOK.decision("turn.more", rule="phase3.one_action", forced=False, cites=_why_no_card)


def _activate_more(s: State, seat: int, played: bool, person: int) -> None:
    s.push("turn.go", seat, played)
    ACTIVATE.run(s, seat, person)


def _without_played(test: Any) -> Any:
    return (lambda s, seat, played, *args: test(s, seat, *args)) if callable(test) else test


MORE.offer(
    Action(
        "activate",
        _activate_more,
        candidates=_without_played(ACTIVATE.candidates),
        needs=tuple(
            need(_without_played(n.rule), n.reason, _without_played(n.test), _without_played(n.numbers)) for n in ACTIVATE.needs
        ),
        codecs=ACTIVATE.codecs,
    )
)


@MORE.choice("end")
def end(s: State, seat: int, played: bool) -> None:
    """The turn is over."""
    s.emit(_why_no_card(s, seat, played), "turn.ended", seat)


@MORE.quickly
def list_more(s: State, seat: int, played: bool) -> list[tuple[Any, ...]]:
    """Activations, or the end."""
    return [*list_activations(s, seat), ("end",)]


@BOOK.untimely(
    *(action.kind for action in SIX), "end", rule="phase3.turns", reasons=("card_played", "hand_empty", "effect_first")
)
def no_card_now(s: State, step: AgendaStep, args: tuple[Any, ...], past: Past) -> Refused | None:
    """In a turn that has had its card, or without one in hand, or while an effect is being carried out."""
    if step is not MORE:
        return _effect_first(s, step, args)
    seat, played = args
    return _why_no_card(s, seat, played), "card_played" if played else "hand_empty", {"turn": s.turn, "turns": s.rules.turns}


# One more card through a person (person.family.extra_card): at once, before any other activation (D-090).
EXTRA = BOOK.decision("turn.extra", rule="phase3.extra_card", forced=False)
for _action in CARD_ACTIONS:
    EXTRA.offer(_action)

EXTRA.quickly(list_cards)


@BOOK.untimely(
    *(action.kind for action in IMPROVED), rule="exp.market.use.card", reasons=("no_market", "card_played", "only_with_card")
)
def no_marker_now(s: State, step: AgendaStep, args: tuple[Any, ...], past: Past) -> Refused | None:
    """A marker is taken with a card, on the turn or as an extra card; never with what a person does (D-192)."""
    if not s.market_pile:
        return "exp.optional", "no_market", {}
    if step is MORE:
        return no_card_now(s, step, args, past)
    if PHASES[s.phase - 1] != "actions" or not step.about:
        return None
    return "exp.market.use.card", "only_with_card", {"step": step.name, **step.told(args)}


@BOOK.untimely("activate", rule="act.own_turn", reasons=("extra_card_first",))
def no_activation_now(s: State, step: AgendaStep, args: tuple[Any, ...], past: Past) -> Refused | None:
    """Only on the own turn of phase 3, whatever the person (D-165), and not in the middle of an effect."""
    return ("phase3.extra_card", "extra_card_first", {}) if step is EXTRA else _effect_first(s, step, args)


def _effect_first(s: State, step: AgendaStep, args: tuple[Any, ...]) -> Refused | None:
    """On a turn, a question through a person stands between: it is answered before the turn goes on."""
    if PHASES[s.phase - 1] != "actions" or not step.about:
        return None
    return step.cited(s, args), "effect_first", {"step": step.name, **step.told(args)}
