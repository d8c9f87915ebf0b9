"""Who may know what: the position as one seat sees it, and a full position that this seat cannot tell from the real one.

Open to all: backs of hands and of the top of each pile, goods, displays, discards (D-081, D-083, D-157). Hidden: faces in other
hands, drawn cards before the refill ends (D-031), faces under other players' houses (D-082), the order of the piles. A person
that everybody saw going back to a hand stays known (`shown`, `held`).
"""

from __future__ import annotations

from ..kernel import Stream
from .model import UNSEEN, Player, State, back, colour_of


def mask(s: State, seat: int) -> State:
    """The position as a seat may know it: unknown cards are backs."""
    view = s.copy()
    colours = s.deck.colour
    for other, player in enumerate(view.players):
        hidden = set(player.unseen) if other == seat else set(player.hand) - set(player.shown)
        hand = [back(colours[card]) if card in hidden else card for card in player.hand]
        if other != seat:
            # In a fixed order: a gap would tell which card was played.
            seen = len(hand) - len(player.unseen)
            hand = sorted(hand[:seen]) + sorted(hand[seen:])
            player.houses = tuple(house._replace(card=back(colours[house.card])) for house in player.houses)
        player.hand = tuple(hand)
        player.unseen = player.hand[len(hand) - len(player.unseen) :] if player.unseen else ()
    view.piles = (_pile_back(s, s.pile(0)), _pile_back(s, s.pile(1)))
    view.extra = _pile_back(s, s.extra)
    return view


def _pile_back(s: State, pile: tuple[int, ...]) -> tuple[int, ...]:
    return (*(UNSEEN for _ in pile[:-1]), back(s.deck.colour[pile[-1]])) if pile else ()


def resample(view: State, seat: int, stream: Stream) -> State:
    """Deal the cards a seat cannot see anew, in agreement with every back and with all that was shown."""
    s = view.copy()
    pool = _Pool(s, stream)
    for other, player in enumerate(s.players):
        _fill_player(player, pool, keep_known=other != seat)
    tops = [pool.fill(s.piles[0][-1:]), pool.fill(s.piles[1][-1:]), pool.fill(s.extra[-1:])]
    first, second, extra = (pool.fill(pile[:-1]) + top for pile, top in zip((*s.piles, s.extra), tops, strict=True))
    s.piles, s.extra = (first, second), extra
    return s


def _fill_player(player: Player, pool: _Pool, *, keep_known: bool) -> None:
    """Fill a hand and the houses. Cards known to be with this player go to one of the places they can lie in."""
    places = [*player.hand, *(house.card for house in player.houses)]
    if keep_known:
        open_to = [i < len(player.hand) - len(player.unseen) for i in range(len(player.hand))]
        open_to += [house.veiled for house in player.houses]
        for card in player.held:
            hidden = [i for i, place in enumerate(places) if open_to[i] and place == back(pool.colour(card))]
            places[pool.stream.pick(hidden)] = card
    places = list(pool.fill(tuple(places)))
    count = len(player.hand)
    player.hand = tuple(places[:count])
    player.houses = tuple(house._replace(card=card) for card, house in zip(places[count:], player.houses, strict=True))
    player.unseen = player.hand[count - len(player.unseen) :] if player.unseen else ()


class _Pool:
    """The cards that are nowhere to be seen, by colour, in random order."""

    def __init__(self, s: State, stream: Stream) -> None:
        self.deck = s.deck
        self.stream = stream
        seen = set(s.discard)
        for player in s.players:
            seen.update(player.hand, player.held, player.people, (house.card for house in player.houses))
        self.cards = stream.shuffled([card for card in range(len(s.deck)) if card not in seen])

    def colour(self, card: int) -> int:
        return self.deck.colour[card]

    def fill(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Put real cards for backs, and for cards of which nothing is known."""
        return tuple(card if card >= 0 else self._draw(colour_of(self.deck, card)) for card in cards)

    def _draw(self, colour: int | None) -> int:
        if colour is None:
            return self.cards.pop()
        place = next(i for i, card in enumerate(self.cards) if self.deck.colour[card] == colour)
        return self.cards.pop(place)
