"""Phase 1: everybody refills the hand, card by card, seeing only backs. And what happens when a pile runs out, in any phase.

The last card of a pile brings in the extra pile and with it the last round; after that an empty place is filled by halving the
other pile (D-071 to D-078). Persons that draw in phase 3 use the same draw.
"""

from __future__ import annotations

from typing import Any

from ....kernel import NUMBER, TABLE, Stream, become, need, put
from ....kernel.events import Told
from ..model import BOOK, EMPTY, State
from . import queries
from .five_players import without_extra_pile
from .hand import in_hand, leave_hand
from .marker import limit_rule
from .notation import CARD, PILE
from .queries import SOMEBODY, in_order
from .rounds import begin_phase

BOOK.event("card.drawn", card="card", colour="colour", pile="pile", secret={"card": "nobody"})
BOOK.event("card.drawn_open", card="card", colour="colour", pile="pile", optional=SOMEBODY, secret={"card": "player"})
BOOK.event("cards.seen", cards="count", sealed=True)
BOOK.event("draw.stopped")
BOOK.event("pile.used_up", pile="pile")
BOOK.event("pile.replaced", pile="pile", cards="count", sealed=True)
BOOK.event("pile.halved", pile="pile", cards="count", sealed=True)
BOOK.event("discards.shuffled", cards="count", sealed=True)
BOOK.event("final_round.set", round="count")
BOOK.event("hand.target", cards="count")
BOOK.event("card.discarded_down", card="card")


@BOOK.task("phase.draw", rule="phase1.refill.target", mark="phase")
def phase_draw(s: State) -> None:
    """The start player fills the hand first, then the others (phase1.order)."""
    begin_phase(s, 1)
    tasks: list[tuple[object, ...]] = [("draw.refill", seat) for seat in in_order(s)]
    if s.rules.peek == "after_all":
        tasks += [("draw.look", seat) for seat in in_order(s)]
    s.then(*tasks)


@BOOK.task("draw.refill", rule="phase1.refill.target", seated=True)
def refill(s: State, seat: int) -> None:
    """Draw what is missing (D-068); with an Inventor, the owner chooses how much that is (D-141)."""
    larger = queries.number(s, seat, "hand_size", max)
    if larger is None or larger <= s.rules.hand_size:
        fill(s, seat, s.rules.hand_size)
    elif len(s.players[seat].hand) < larger:
        s.push("draw.target", seat, larger)
    else:
        fill(s, seat, larger)


TARGET = BOOK.decision("draw.target", rule="person.inventor")


@TARGET.choice(
    "refill",
    candidates=lambda s, seat, larger: [(larger,), (s.rules.hand_size,)],
    needs=(
        need(
            "person.inventor",
            "not_a_hand_size",
            lambda s, seat, larger, cards: cards in (larger, s.rules.hand_size),
            lambda s, seat, larger, cards: {"larger": larger, "usual": s.rules.hand_size},
        ),
    ),
    codecs=(NUMBER,),
    when="draw",
)
def choose_target(s: State, seat: int, larger: int, cards: int) -> None:
    """An Inventor's owner may forgo the sixth card (act.infinity.forgo)."""
    rule = "act.infinity.forgo" if cards == s.rules.hand_size else "person.inventor"
    s.emit(rule, "hand.target", seat, cards=cards)
    s.push("draw.fill", seat, cards)


@BOOK.task("draw.fill", rule="phase1.refill.difference", seated=True)
def fill(s: State, seat: int, target: int) -> None:
    """One card at a time until the target is reached."""
    missing = target - len(s.players[seat].hand)
    if missing < 0 and s.rules.hand_limit == "discard_down":
        s.then(("hand.discard", seat), ("draw.fill", seat, target))
    elif missing > 0 and (s.left[0] or a_pile_is_open(s)):
        s.push("draw.card", seat, target)
    elif missing > 0 and can_draw(s):
        s.then(("piles.none",), ("draw.fill", seat, target))
    else:
        if missing > 0:
            s.emit("exp.five_players.short" if without_extra_pile(s) else "end.all_cards_gone", "draw.stopped", seat)
        if s.rules.peek == "after_own_refill":
            look(s, seat)


DISCARD = BOOK.decision("hand.discard", rule="phase1.refill.over_target", forced=False)


@DISCARD.choice(
    "discard",
    candidates=lambda s, seat: [(card,) for card in s.players[seat].hand],
    needs=(in_hand("phase1.refill.over_target"),),
    codecs=(CARD,),
)
def discard_down(s: State, seat: int, card: int) -> None:
    """Only where a hand limit is played (hand_limit, D-068)."""
    deltas = (*leave_hand(s, seat, card), put(TABLE, "discard", card))
    s.emit("phase1.refill.over_target", "card.discarded_down", seat, deltas, card=card)


@BOOK.task("draw.look", rule="phase1.blind", seated=True)
def look(s: State, seat: int) -> None:
    """Only now may the owner look at what was drawn (D-031)."""
    player = s.players[seat]
    unseen = len(player.unseen)
    if unseen:
        player.unseen = ()
        s.record("phase1.blind", "cards.seen", seat, _seen, (unseen,))


def _seen(seat: int, cards: int) -> Told:
    return {"cards": cards}, (become(seat, "unseen", ()),)


# Drawing one card


def can_draw(s: State) -> bool:
    """Whether any card can still be drawn."""
    return bool(s.left[0] or s.left[1] or (s.extra and not s.extra_used) or (s.rules.reshuffle_discard and s.discard))


def _open(s: State, pile: int) -> bool:
    """Whether a card can be taken from a place: it has one, or an attempt would bring one (end_trigger, D-071)."""
    if s.left[pile]:
        return True
    if s.rules.end_trigger == "failed_draw" and ((s.extra and not s.extra_used) or s.left[1 - pile] >= 2):
        return True
    return s.as_of == 1 and not s.left[1 - pile] and pile == 0 and can_draw(s)


def a_pile_is_open(s: State) -> bool:
    """Whether there is a pile to choose."""
    return _open(s, 0) or _open(s, 1)


NOT_EMPTY = need(
    "phase1.exhausted.always_two",
    "pile_empty",
    lambda s, seat, *rest: _open(s, rest[-1]),
    lambda s, seat, *rest: {"pile": rest[-1]},
)


def _piles(s: State, seat: int, *_: int) -> list[tuple[int, ...]]:
    return [(0,), (1,)]


_BOTH = [("draw", 0), ("draw", 1)]


def list_piles(s: State, seat: int, *_: int) -> list[tuple[Any, ...]]:
    """The piles a card can be taken from."""
    left = s.left
    if left[0] and left[1]:
        return _BOTH
    return [("draw", pile) for pile in (0, 1) if _open(s, pile)]


CARD_BLIND = BOOK.decision("draw.card", rule="phase1.pile_choice")


@CARD_BLIND.choice("draw", candidates=_piles, needs=(NOT_EMPTY,), codecs=(PILE,))
def draw_blind(s: State, seat: int, target: int, pile: int) -> None:
    """From either pile, by its back alone (phase1.backs); then the next card, until the hand is full."""
    if not s.left[pile]:
        s.push("draw.fill", seat, target)
        _after_filling(s, seat, pile)
        return
    drawn = _take(s, seat, pile)
    s.because(s.cause)  # the next card is not drawn because of this one
    if s.left[pile] or s.rules.end_trigger != "last_card":
        fill(s, seat, target)
        return
    s.push("draw.fill", seat, target)
    s.because(drawn)
    s.push("pile.empty", pile)


CARD_BLIND.quickly(list_piles)


CARD_OPEN = BOOK.decision("draw.one", rule="person.valet", cites=queries.persons_rule, about=queries.PERSON)


@CARD_OPEN.choice("draw", candidates=_piles, needs=(NOT_EMPTY,), codecs=(PILE,))
def draw_open(s: State, seat: int, person: int, pile: int) -> None:
    """A person's draw: either pile, and the owner may look at once (D-076)."""
    if not s.left[pile]:
        _after_filling(s, seat, pile, person)
        return
    _take(s, seat, pile, person)
    if not s.left[pile] and s.rules.end_trigger == "last_card":
        s.push("pile.empty", pile)


CARD_OPEN.quickly(list_piles)


def _take(s: State, seat: int, pile: int, person: int = EMPTY) -> int:
    """Face down in phase 1; through a person the owner may look at once."""
    card = s.piles[pile][s.left[pile] - 1]
    colour = s.deck.colour[card]
    left = (s.left[0] - 1, s.left[1]) if pile == 0 else (s.left[0], s.left[1] - 1)
    if person == EMPTY:
        player = s.players[seat]
        s.left = left
        player.hand += (card,)
        player.unseen += (card,)
        return s.record("phase1.pile_choice", "card.drawn", seat, _drawn, (card, colour, pile, left))
    opened = (become(TABLE, "left", left), put(seat, "hand", card))
    seen: dict[str, Any] = {"card": card, "colour": colour, "pile": pile, **queries.credit(s, person)}
    return s.tell(queries.rule_of(s, person), "card.drawn_open", seat, opened, seen)


def _drawn(seat: int, card: int, colour: int, pile: int, left: tuple[int, int]) -> Told:
    deltas = (become(TABLE, "left", left), put(seat, "hand", card), put(seat, "unseen", card))
    return {"card": card, "colour": colour, "pile": pile}, deltas


def _after_filling(s: State, seat: int, pile: int, person: int = EMPTY) -> None:
    """A vain draw: the card comes after what fills the place."""
    s.then(("pile.empty", pile), ("draw.again", seat, pile, person))


@BOOK.task("draw.again", rule="phase1.exhausted.go_on", seated=True)
def draw_again(s: State, seat: int, pile: int, person: int) -> None:
    """Refilling goes on as before."""
    if not s.left[pile]:
        pile = 1 - pile
    if s.left[pile]:
        _take(s, seat, pile, person)
        if not s.left[pile] and s.rules.end_trigger == "last_card":
            s.push("pile.empty", pile)


# A pile runs out


@BOOK.task("pile.empty", rule="end.trigger")
def pile_empty(s: State, pile: int) -> None:
    """The extra pile takes the place at once and fixes the last round; later the other pile is halved."""
    s.because(s.emit(_used_up_rule(s, pile), "pile.used_up", TABLE, pile=pile))
    if s.extra and not s.extra_used:
        _bring_extra(s, pile)
        return
    _set_last_round(s)  # where there never was an extra pile, the first pile to run out decides all the same
    if s.left[1 - pile] >= 2:
        _halve(s, 1 - pile)
    elif not s.left[1 - pile] and s.rules.reshuffle_discard and s.discard:
        s.push("pile.reshuffle", s.round, len(s.discard))


def _used_up_rule(s: State, pile: int) -> str:
    """What a pile that runs out brings on: the end, if nothing has yet; otherwise only what fills its place."""
    if _triggers_end(s):
        return "exp.five_players.end" if without_extra_pile(s) else "end.trigger"
    if s.extra and not s.extra_used:
        return "phase1.exhausted.replace"
    if without_extra_pile(s):
        return "exp.five_players.refill"
    return "phase1.exhausted.second" if s.left[1 - pile] >= 2 else "end.all_cards_gone"


def _triggers_end(s: State) -> bool:
    """Whether a pile that runs out brings on the end: not where rounds alone decide, and not a second time."""
    return s.rules.end_by != "rounds" and not s.final_round


@BOOK.task("piles.none", rule="phase1.exhausted.always_two")
def no_piles(s: State) -> None:
    """Both piles are gone when a card is wanted: there are two again before anybody is asked where to draw."""
    if s.extra and not s.extra_used:
        _bring_extra(s, 0)
        if s.left[0] >= 2:
            _halve(s, 0)
        return
    _set_last_round(s)
    s.push("pile.reshuffle", s.round, len(s.discard))


def _bring_extra(s: State, pile: int) -> None:
    rule = "phase1.exhausted.replace"
    if _triggers_end(s) and s.phase > 1 and s.rules.extra_used_ends == "next_round":
        rule = "end.extra_pile_phase3" if s.phase == 3 else "end.extra_pile_other"
    piles = (s.extra, s.piles[1]) if pile == 0 else (s.piles[0], s.extra)
    left = (len(s.extra), s.left[1]) if pile == 0 else (s.left[0], len(s.extra))
    deltas = (
        become(TABLE, "piles", piles),
        become(TABLE, "left", left),
        become(TABLE, "extra", ()),
        become(TABLE, "extra_used", True),
    )
    count = len(s.extra)
    s.because(s.emit(rule, "pile.replaced", TABLE, deltas, pile=pile, cards=count))
    _set_last_round(s)


def _set_last_round(s: State) -> None:
    if _triggers_end(s):
        # D-026, D-077: the entry of the extra pile decides, once: in phase 1 this round is the last, later the next one.
        last = s.round if s.phase <= 1 or s.rules.extra_used_ends == "this_round" else s.round + 1
        rule = _last_round_rule(s)
        if s.rules.end_by == "pile_or_rounds" and last > s.rules.rounds_limit and s.as_of > 1:  # whichever is first (D-010)
            last, rule = s.rules.rounds_limit, limit_rule(s)
        s.emit(rule, "final_round.set", TABLE, (become(TABLE, "final_round", last),), round=last)


def _last_round_rule(s: State) -> str:
    """What says that this round or the next is the last."""
    if s.phase > 1 and s.rules.extra_used_ends == "this_round":
        return "exp.round_marker.end"  # D-199
    if without_extra_pile(s):
        return "exp.five_players.end"
    return {1: "end.phase1", 3: "end.extra_pile_phase3"}.get(s.phase, "end.extra_pile_other")


def _halve(s: State, pile: int) -> None:
    """The top half goes to the empty place, the rest stays, the odd card with it (D-074)."""
    count = s.left[pile]
    moved = count // 2
    stay, top = s.piles[pile][: count - moved], s.piles[pile][count - moved : count]
    piles = (stay, top) if pile == 0 else (top, stay)
    deltas = (become(TABLE, "piles", piles), become(TABLE, "left", (len(piles[0]), len(piles[1]))))
    rule = "exp.five_players.refill" if without_extra_pile(s) else "phase1.exhausted.second"
    s.emit(rule, "pile.halved", TABLE, deltas, pile=pile, cards=moved)


@BOOK.chance("pile.reshuffle", rule="end.all_cards_gone", kind="order", codecs=(NUMBER,))
def reshuffle(s: State, round_: int, cards: int) -> None:
    """The discard pile becomes a new pile (reshuffle_discard, D-075). The outcome is a number from which the order follows."""
    return


@reshuffle.sampled
def reshuffle_sample(s: State, stream: Stream, round_: int, cards: int) -> tuple[str, int]:
    """Any number will do."""
    return ("order", stream.below(10**15))


@reshuffle.allowed
def reshuffle_allowed(s: State, round_: int, cards: int, number: int) -> bool:
    """Whether it is such a number."""
    return 0 <= number < 10**15


@reshuffle.on
def reshuffled(s: State, round_: int, cards: int, number: int) -> None:
    """Lay the shuffled discards out as two piles."""
    order = Stream(number, "reshuffle").shuffled(s.discard)
    half = len(order) // 2
    piles = (tuple(order[:half]), tuple(order[half:]))
    deltas = (
        become(TABLE, "piles", piles),
        become(TABLE, "left", (len(piles[0]), len(piles[1]))),
        become(TABLE, "discard", ()),
        put(TABLE, "shuffles", tuple(sorted(order))),
    )
    s.emit("end.all_cards_gone", "discards.shuffled", TABLE, deltas, cards=len(order))
