"""Who may know what: the position as one seat sees it, and a full position that this seat cannot tell from the real one.

Open to all: backs of hands and of the top of each pile, goods, displays, discards (D-081, D-083, D-157). Hidden: faces in other
hands, drawn cards before the refill ends (D-031), faces under other players' houses (D-082), the order of the piles, that of the
market too. A person
that everybody saw going back to a hand stays known (`shown`, `held`); and where discards are shuffled into new piles (D-075)
everybody knows which cards these were, so how many cards from which shuffle each player hides is no secret (`ages`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel import Stream
from .hidden_ships import deal_ships, hide_ships
from .model import UNSEEN, House, Player, State, back, colour_of
from .words import COLOURS


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
        if s.shuffles:
            player.ages = _ages(s, [*hidden, *(house.card for house in s.players[other].houses if other != seat)])
    view.piles = (_pile_back(s, s.pile(0)), _pile_back(s, s.pile(1)))
    view.extra = _pile_back(s, s.extra)
    if s.docks:
        hide_ships(view)
    if s.market_pile:
        # What was turned up has been seen by all; of what is left nobody knows the order.
        view.market_pile = (UNSEEN,) * s.market_left + s.market_pile[s.market_left :]
    return view


def _ages(s: State, hidden: list[int]) -> tuple[tuple[int, ...], ...]:
    """For each colour the shuffles that the hidden cards come from, in ascending order."""
    found: list[list[int]] = [[] for _ in COLOURS]
    for card in hidden:
        found[s.deck.colour[card]].append(s.shuffle_of(card))
    return tuple(tuple(sorted(shuffles)) for shuffles in found)


def _pile_back(s: State, pile: tuple[int, ...]) -> tuple[int, ...]:
    return (*(UNSEEN for _ in pile[:-1]), back(s.deck.colour[pile[-1]])) if pile else ()


def resample(view: State, seat: int, stream: Stream) -> State:
    """Deal the cards a seat cannot see anew, in agreement with every back and with all that was shown."""
    s = view.copy()
    pool = _Pool(s, stream)
    for other, player in enumerate(s.players):
        _fill_player(s, player, pool, keep_known=other != seat)
        player.ages = ()
    tops = [pool.fill(s.piles[0][-1:]), pool.fill(s.piles[1][-1:]), pool.fill(s.extra[-1:])]
    first, second, extra = (pool.fill(pile[:-1]) + top for pile, top in zip((*s.piles, s.extra), tops, strict=True))
    s.piles, s.extra = (first, second), extra
    if s.docks:
        deal_ships(s, stream)
    if s.market_pile:
        seen = {s.market, *s.market_discard}
        hidden = [card for card in range(len(s.market_cards)) if card not in seen]
        s.market_pile = tuple(stream.shuffled(hidden)) + s.market_pile[s.market_left :]
    return s


def _fill_player(s: State, player: Player, pool: _Pool, *, keep_known: bool) -> None:
    """Fill a hand and the houses. Cards known to be with this player go to one of the places they can lie in."""
    places = [*player.hand, *(house.card for house in player.houses)]
    for colour in range(len(COLOURS)):
        hidden = [i for i, place in enumerate(places) if place == back(colour)]
        if not hidden:
            continue
        held = [card for card in player.held if s.deck.colour[card] == colour] if keep_known else []
        ages = player.ages[colour] if player.ages else (0,) * len(hidden)
        for place, card in pool.deal(_Corner(player, hidden, ages), held, colour).items():
            places[place] = card
    count = len(player.hand)
    player.hand = tuple(places[:count])
    player.houses = tuple(house._replace(card=card) for card, house in zip(places[count:], player.houses, strict=True))
    player.unseen = player.hand[count - len(player.unseen) :] if player.unseen else ()


class _Corner:
    """The hidden places of one player and colour: in hand, then houses; and which cards can lie in each."""

    def __init__(self, player: Player, places: list[int], ages: tuple[int, ...]) -> None:
        self.player = player
        self.places = places
        self.ages = ages

    def house(self, place: int) -> House | None:
        """The house at a place, None for a place in hand."""
        in_hand = len(self.player.hand)
        return None if place < in_hand else self.player.houses[place - in_hand]

    def takes(self, place: int, card: int) -> bool:
        """Whether a card known to be held can lie here: in what the owner has looked at, or in a house built since."""
        house = self.house(place)
        if house is None:
            return place < len(self.player.hand) - len(self.player.unseen)
        return card in house.maybe

    def latest(self, place: int) -> int:
        """The latest shuffle that a card at a place can be from."""
        house = self.house(place)
        return self.ages[-1] if house is None else house.shuffle

    def rest(self, known: dict[int, int], used: list[int]) -> tuple[list[int], list[int]] | None:
        """The places that are left, the oldest houses first, and the shuffles to be dealt to them; None if they do not fit."""
        places = sorted((place for place in self.places if place not in known), key=self.latest)
        ages = list(self.ages)
        for age in used:
            if age not in ages:
                return None
            ages.remove(age)
        if any(age > self.latest(place) for age, place in zip(ages, places, strict=True)):
            return None
        return places, ages


class _Pool:
    """The cards that are nowhere to be seen, in random order."""

    def __init__(self, s: State, stream: Stream) -> None:
        self.state = s
        self.stream = stream
        seen = set(s.discard)
        for player in s.players:
            seen.update(player.hand, player.held, player.people, (house.card for house in player.houses))
        self.cards = stream.shuffled([card for card in range(len(s.deck)) if card not in seen])

    def deal(self, corner: _Corner, held: list[int], colour: int) -> dict[int, int]:
        """Cards for the hidden places of one player and colour: what is known to be held, then any of the right shuffle."""
        for known in self._settled(corner, held):
            rest = corner.rest(known, [self.state.shuffle_of(card) for card in held])
            if rest is None:
                continue
            places, ages = rest
            for place in places:
                # Places come with the narrowest first, so whatever fits here leaves room for the others.
                age = self.stream.pick([age for age in ages if age <= corner.latest(place)])
                ages.remove(age)
                known[place] = self._draw(colour, age)
            return known
        raise ValueError("no way to hide these cards agrees with what was shown")

    def _settled(self, corner: _Corner, held: list[int]) -> Iterator[dict[int, int]]:
        """Every way, in random order, to put the cards that are held where they can lie."""
        if not held:
            yield {}
            return
        for place in self.stream.shuffled([place for place in corner.places if corner.takes(place, held[0])]):
            for others in self._settled(corner, held[1:]):
                if place not in others:
                    yield {place: held[0], **others}

    def fill(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Put real cards for backs, and for cards of which nothing is known, in a pile."""
        count = len(cards)
        if cards.count(UNSEEN) == count <= len(self.cards):
            found, self.cards = self.cards[:count], self.cards[count:]
            return tuple(found)
        return tuple(card if card >= 0 else self._draw(colour_of(self.state.deck, card)) for card in cards)

    def _draw(self, colour: int | None, age: int | None = None) -> int:
        for place, card in enumerate(self.cards):
            if colour is None or (self.state.deck.colour[card] == colour and (age is None or self.state.shuffle_of(card) == age)):
                return self.cards.pop(place)
        raise ValueError("there is no such card left to hide")


# What a card can be that a seat draws


def drawn_worlds(s: State, seat: int, pile: int) -> list[State]:
    """The positions a seat must reckon with when it draws: any card it has not seen, of the back that lies on top, all alike."""
    top = s.top(pile)
    if top is None:
        return []
    worlds = []
    for card in _unseen_by(s, seat):
        if s.deck.colour[card] == s.deck.colour[top] and s.shuffle_of(card) == s.shuffle_of(top):
            world = s.copy()
            if card != top:
                exchange(world, card, top)
            worlds.append(world)
    return worlds


def _unseen_by(s: State, seat: int) -> list[int]:
    """In piles, in other hands and under other houses, but for what was shown."""
    found = [*s.pile(0), *s.pile(1), *s.extra]
    for other, player in enumerate(s.players):
        if other == seat:
            found += player.unseen
        else:
            hidden = [*player.hand, *(house.card for house in player.houses)]
            found += [card for card in hidden if card not in player.shown and card not in player.held]
    return sorted(found)


def exchange(s: State, one: int, two: int) -> None:
    """Two hidden cards change places."""

    def changed(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(two if card == one else one if card == two else card for card in cards)

    s.piles = (changed(s.piles[0]), changed(s.piles[1]))
    s.extra = changed(s.extra)
    for player in s.players:
        player.hand, player.unseen = changed(player.hand), changed(player.unseen)
        player.houses = tuple(house._replace(card=changed((house.card,))[0]) for house in player.houses)
