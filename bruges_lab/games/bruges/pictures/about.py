"""What a thing on the picture is, for whoever presses it: its name, its figures as they stand, and what the rules say.

Names and figures are the picture's own words; what a thing is for is told in the words of the rules that govern it. What the seat
that looks may not know is not told: of a card face down only the colour.
"""

from __future__ import annotations

from collections.abc import Callable

from ....show.picture import About
from ..card_texts import MARK, tell
from ..deck import Card
from ..model import EMPTY, State, colour_of
from ..rules.majorities import standings
from ..words import AREAS, COLOURS, DAMAGES, SECTIONS
from .card_picture import portrait_svg
from .card_pieces import house_words
from .cards import describe_card
from .facts import Look, advance_price, describe_person, name_of, section_of, visible_hand
from .module_about import module_kinds
from .picture_words import Wording, colour_word
from .player import describe_space
from .table import PILES, face_meaning
from .table_pieces import step_words


def about(state: State, names: tuple[str, ...], seat: int | None, target: str, lang: str) -> About | None:
    """What a target is, as the seat that looks may know it; None for what is no target of this position."""
    kind, *words = target.split(":")
    if kind not in _KINDS:
        return None
    try:
        return _KINDS[kind](Look(state, names, seat, Wording(lang)), *words)
    except (LookupError, ValueError, TypeError):  # whoever asks may have written the target by hand
        return None


def _rules(look: Look, *rules: str) -> str:
    """What rules say, one after the other."""
    from ..manifest import MANIFEST

    return " ".join(MANIFEST.catalogue[rule].text(look.say.lang, look.state.rules) for rule in rules)


def _seat(look: Look, word: str) -> int:
    return range(len(look.state.players))[_number(word)]


def _number(word: str) -> int:
    if not word.isdecimal():
        raise LookupError(word)
    return int(word)


# Cards


def _hand(look: Look, seat: str, card: str | None = None) -> About | None:
    owner, deck = _seat(look, seat), look.state.deck
    if card is None:
        return _count(look, seat, "hand", len(look.state.players[owner].hand), "phase1.refill.target")
    held = visible_hand(look.state, owner, look.seat)
    if card.startswith("#"):
        back = held[_number(card[1:])]
        rule = "comp.cards.backs_public"
        return About(describe_card(deck, back, look.say), words=_rules(look, rule), rule=rule) if back < 0 else None
    known = deck[card]
    return _card(look, known) if known.number in held else None


def _person(look: Look, seat: str, card: str) -> About | None:
    player, known = look.state.players[_seat(look, seat)], look.state.deck[card]
    house = next((one for one in player.houses if one.person == known.number), None)
    if house is None:
        return None
    found = _card(look, known)
    where = look.say("lives_in", colour=colour_word(look.state.deck, house.card))
    notes = (_rules(look, "phase4.straighten"),) if house.used else ()
    state = look.say("used") if house.used else ""
    return found._replace(kind=" · ".join(filter(None, [found.kind, where, state])), notes=(*found.notes, *notes))


def _card(look: Look, card: Card) -> About:
    """A person: group, price and points, how they are activated and what they do."""
    say = look.say
    told = tell(card, say.lang)
    figures = [told.group, say("guilders", count=card.price), say("points", count=card.points)]
    marked = f" {MARK}" if told.marked("price") else ""
    sign = say(f"sign.{card.when}", colour=card.worker or "none") if card.when else ""
    note = told.note(say.lang)
    return About(
        told.name,
        " · ".join(figures) + marked,
        " ".join(filter(None, [sign, told.text])),
        card.rule,
        str(portrait_svg(card, say.lang)),
        (note,) if note else (),
    )


def _house(look: Look, seat: str, place: str) -> About:
    owner, deck, say = _seat(look, seat), look.state.deck, look.say
    house = look.state.players[owner].houses[_number(place)]
    inside = "" if house.person == EMPTY else describe_person(deck, house, say)
    rules = ("action.recruit.empty_house",) if house.person == EMPTY else ("action.house.capacity",)
    words = _rules(look, *rules, "action.recruit.color_free", "scoring.house")
    return About(house_words(deck, house, look.seat in (None, owner), say), inside, words, rules[0])


# What a player has


def _count(look: Look, seat: str, kind: str, count: int, *rules: str) -> About:
    return About(look.say(f"count.{kind}", count=count), _name(look, seat), _rules(look, *rules), rules[0])


def _name(look: Look, seat: str) -> str:
    return name_of(look.names, _seat(look, seat))


def _houses(look: Look, seat: str) -> About:
    houses = look.state.players[_seat(look, seat)].houses
    return _count(look, seat, "houses", len(houses), "action.house.build", "action.house.limit", "scoring.house")


def _people(look: Look, seat: str) -> About:
    people = look.state.players[_seat(look, seat)].people
    return _count(look, seat, "people", len(people), "action.recruit.empty_house", "scoring.people")


def _canals(look: Look, seat: str) -> About:
    tiles = sum(look.state.players[_seat(look, seat)].canals)
    return _count(look, seat, "canals", tiles, "action.canal.layout", "action.canal.next")


def _player(look: Look, seat: str) -> About:
    owner, say = _seat(look, seat), look.say
    player = look.state.players[owner]
    goods = f"{say('points', count=player.points)} · {say('guilders', count=player.guilders)}"
    if owner != look.state.start:
        return About(_name(look, seat), goods)
    rule = "phase4.start_player"
    return About(f"{_name(look, seat)} ({say('start_player')})", goods, _rules(look, rule), rule)


def _start(look: Look) -> About:
    rule = "phase4.start_player"
    return About(look.say.first("start_player"), name_of(look.names, look.state.start), _rules(look, rule), rule)


def _points(look: Look, seat: str) -> About:
    count = look.state.players[_seat(look, seat)].points
    return About(look.say("points", count=count), _name(look, seat), _rules(look, "win.most"), "win.most")


def _guilders(look: Look, seat: str) -> About:
    count = look.state.players[_seat(look, seat)].guilders
    words = _rules(look, "action.guilders", "win.tie.guilders")
    return About(look.say("guilders", count=count), _name(look, seat), words, "action.guilders")


def _worker(look: Look, seat: str, colour: str) -> About:
    count = look.state.players[_seat(look, seat)].workers[COLOURS.index(colour)]
    words = _rules(look, "action.workers", "action.house.cost", "act.worker.cost")
    return About(look.say("workers", count=count, colour=colour), _name(look, seat), words, "action.workers")


def _threat(look: Look, seat: str, colour: str) -> About:
    held = look.state.players[_seat(look, seat)].threats[COLOURS.index(colour)]
    damage, limit = DAMAGES[COLOURS.index(colour)], look.state.rules.threat_limit
    name = look.say.first("threats", colour=colour, damage=damage, count=held, limit=limit)
    rule = f"threat.{damage}"
    return About(name, _name(look, seat), _rules(look, "phase2.threat.third", rule, "action.threat"), rule)


def _majority(look: Look, seat: str, area: str) -> About:
    """A majority: who leads now with what counts, and what it is worth."""
    owner, place = _seat(look, seat), AREAS.index(area)
    turned = look.state.players[owner].majorities[place]
    counts = standings(look.state, place)
    now = ", ".join(f"{name_of(look.names, one)} {counts[one]}" for one in sorted(range(len(counts)), key=lambda n: -counts[n]))
    rule = f"majority.{area}"
    words = _rules(look, rule, "majority.permanent" if turned else "majority.clear", "scoring.majority")
    notes = (look.say("standing", list=now),)
    return About(
        look.say.first("majority_turned" if turned else "majority", area=area), _name(look, seat), words, rule, "", notes
    )


def _statues(look: Look, seat: str) -> About:
    values = look.state.players[_seat(look, seat)].statues
    told = ", ".join(look.say("statue_worth", points=look.say("points", count=value)) for value in values)
    return About(told or look.say("none"), _name(look, seat), _rules(look, "scoring.statue"), "scoring.statue")


def _gate(look: Look, seat: str) -> About:
    rule = "action.canal.layout"
    return About(look.say("gate"), _name(look, seat), _rules(look, rule, "action.canal.private"), rule)


def _canal(look: Look, seat: str, side: str, place: str) -> About:
    owner, section, at = _seat(look, seat), SECTIONS.index(side), _number(place)
    spaces, rules = section_of(look.state, owner, section), look.state.rules
    space, say = spaces[at - 1] if at > 0 else spaces[len(spaces)], look.say
    built = at <= look.state.players[owner].canals[section]
    found = ["action.canal.color", "action.canal.cost", "action.canal.next"]
    if at == rules.third_space and rules.canal_bonus == "third_space":
        found = ["action.canal.third_space", *found]
    if at == len(spaces):
        found = ["action.canal.statue", *found]
    name, _, known = describe_space(space, section, at, built, say).partition(" (")
    return About(name, _name(look, seat), _rules(look, *found), found[0], "", (known.rstrip(")"),))


# The table


def _die(look: Look, colour: str) -> About:
    face = look.state.dice[COLOURS.index(colour)]
    means, say = face_meaning(look.state, face), look.say
    rules = {
        "none": ("phase2.roll",),
        "threat": ("phase2.threat.faces", "phase2.threat.distribute", f"threat.color.{DAMAGES[COLOURS.index(colour)]}"),
        "step": ("phase2.advance.cost",),
        "ship": ("exp.ships.reveal",),
        "plain": ("phase2.dice_3_4",),
    }[means]
    worth = say("die_worth", guilders=say("guilders", count=face), colour=colour) if face else ""
    name = say.first("die", colour=colour, face=face, meaning=means)
    return About(name, worth, _rules(look, *rules, "action.guilders"), rules[0])


def _price(look: Look) -> About:
    rule = "phase2.advance.cost"
    return About(advance_price(look.state, look.say), words=_rules(look, rule, "phase2.advance.offer"), rule=rule)


def _pile(look: Look, pile: str) -> About:
    state, say, place = look.state, look.say, PILES.index(pile)
    if place < 2:
        top = state.top(place)
        colour = None if top is None else colour_of(state.deck, top)
        lies = "" if top is None else say("card_back", colour="none" if colour is None else COLOURS[colour])
        rules = ("phase1.pile_choice", "end.trigger")
        return About(say("pile", number=place + 1, count=state.left[place]), lies, _rules(look, *rules), rules[0])
    if place == 2:
        key, rule = "extra_used" if state.extra_used else "extra", "phase1.exhausted.replace"
        return About(say(key, count=len(state.extra)), words=_rules(look, rule), rule=rule)
    rule = "card.discard_pile"
    return About(say("discard", count=len(state.discard)), words=_rules(look, rule), rule=rule)


def _step(look: Look, step: str) -> About:
    at = range(look.state.board.last_step + 1)[_number(step)]
    here = ", ".join(name_of(look.names, seat) for seat, player in enumerate(look.state.players) if player.reputation == at)
    points = look.state.board.reputation_points(at, look.state.rules)
    name = step_words(at, points, look.state.board.points_from[at], look.say)
    return About(name, here, _rules(look, "phase2.advance.offer", "scoring.reputation"), "scoring.reputation")


def _statue(look: Look) -> About:
    values = ", ".join(map(str, look.state.statues)) or look.say("none")
    words = _rules(look, "action.canal.statue", "action.canal.statue.points")
    return About(look.say("told.statues_left", statues=values), words=words, rule="action.canal.statue")


def _supply(look: Look, colour: str) -> About:
    place = COLOURS.index(colour)
    name = look.say("supply", count=look.state.supply[place], colour=colour, damage=DAMAGES[place])
    rule = f"threat.{DAMAGES[place]}"
    return About(name, words=_rules(look, "comp.threat.per_color", rule), rule=rule)


_KINDS: dict[str, Callable[..., About | None]] = {
    "hand": _hand,
    "person": _person,
    "house": _house,
    "houses": _houses,
    "people": _people,
    "canals": _canals,
    "seat": _player,
    "start": _start,
    "points": _points,
    "guilders": _guilders,
    "worker": _worker,
    "threat": _threat,
    "majority": _majority,
    "statues": _statues,
    "gate": _gate,
    "canal": _canal,
    "die": _die,
    "price": _price,
    "pile": _pile,
    "step": _step,
    "statue": _statue,
    "supply": _supply,
    **module_kinds(_rules),
}
