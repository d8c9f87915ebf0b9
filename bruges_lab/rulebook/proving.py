"""Running a scenario: what is done in it, then whether everything came as it says; and the same told step by step.

The engine plays `when`; `then` is compared with the position, the events, what is pending, the score and what a seat may see. A
proof lists every difference in words; an empty list means that the scenario holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..games.bruges.deck import Deck
from ..games.bruges.given import HouseGiven, PlayerGiven, When
from ..games.bruges.kit import BrugesKit
from ..games.bruges.model import BOOK, State, colour_of
from ..games.bruges.rules.scoring import score_sheet
from ..games.bruges.telling import WORDS, BrugesTeller, own_texts
from ..games.bruges.views import mask
from ..games.bruges.words import AREAS, COLOURS, PHASES, SECTIONS
from ..kernel import Ask, Choice, Event, Game, LabError, Refusal
from ..kernel.book import Chance, Decision
from ..kernel.engine import CHANCE, to_option
from ..kernel.errors import one_line
from ..kernel.events import walk
from .scenarios import Scenario

_NO_BREAK = "\u00a0\u202f"
"""Spaces that belong to a text, though they do not count as printable."""


class Deed(NamedTuple):
    """One thing that was done: by whom, what came of it, or why it may not be done."""

    player: int
    choice: Choice
    events: list[Event]
    refusal: Refusal | None


class Proof(NamedTuple):
    """What came of a scenario: the game as played, the differences found, what happened before the first deed, and the deeds."""

    scenario: Scenario
    game: Game[State]
    differences: list[str]
    opening: list[Event]
    deeds: list[Deed]

    @property
    def holds(self) -> bool:
        """Whether everything came as the scenario says."""
        return not self.differences

    def told(self, lang: str = "en") -> str:
        """The scenario step by step in a language: the position, each deed with its events and their rules, what was checked.

        A check that fails, or a deed that cannot be done, is marked with a cross; `differences` says why.
        """
        lines = _Story(self, lang).lines()
        return "\n".join("".join(c if c.isprintable() or c in _NO_BREAK else " " for c in line) for line in lines)


def start(scenario: Scenario) -> Game[State]:
    """A game that stands at the scenario's position, or has just been set up; chance waits for the scenario to set it."""
    kit = BrugesKit(scenario.state.deck, scenario.state.board)
    return Game(kit, scenario.state, chance=Ask(), names=scenario.names, opening=scenario.opening)


def prove(scenario: Scenario) -> Proof:
    """Play the scenario and compare."""
    game = start(scenario)
    proof = Proof(scenario, game, [], game.events, [])
    for number, step in enumerate(scenario.record.when):
        try:
            fault = _do(game, step, proof.deeds)
        except LabError as error:
            fault = str(error)
        if fault:
            proof.differences.append(f"when.{number}: {fault}")
            return proof
    for number, expected in enumerate(scenario.record.then):
        try:
            proof.differences.extend(f"then.{number}: {fault}" for fault in _compare(game, dict(expected)))
        except _NOT_OF_THE_FORM as error:
            problem = str(error) if isinstance(error, LabError) else f"{one_line(expected)} cannot be compared"
            proof.differences.append(f"then.{number}: {problem}")
    return proof


_NOT_OF_THE_FORM = (LookupError, TypeError, ValueError, AttributeError)
"""What an expectation may bring about that says something of the wrong form."""


def _do(game: Game[State], step: When, deeds: list[Deed]) -> str | None:
    pending = game.pending
    player = CHANCE if pending is None else pending.player
    if step.seat is not None and player != step.seat:
        return f"it is not seat {step.seat} that decides, but {pending!r}"
    if step.refused is not None:
        refusal = game.why_not(step.refused)
        if refusal is None:
            return f"{step.refused} is not refused"
        if refusal.rule != step.rule:
            return f"{step.refused} is refused by {refusal.rule}, not by {step.rule}"
        deeds.append(Deed(player, Choice.parse(step.refused), [], refusal))
        return None
    dice: dict[Any, int] = step.dice or {}
    if step.dice is not None and (missing := [colour for colour in COLOURS if colour not in dice]):
        return f"the {missing[0]} die is not set"
    choice = Choice.parse(step.choice or ":".join(["roll", *(str(dice[colour]) for colour in COLOURS)]))
    before = len(game.events)
    game.play(choice)
    deeds.append(Deed(player, choice, game.events[before:], None))
    return None


# Comparing


def _compare(game: Game[State], expected: dict[str, Any]) -> list[str]:
    if "event" in expected:
        return _compare_event(game, expected)
    if "no_event" in expected:
        found = [e for e in game.events if e.rule == expected["no_event"] and expected.get("seat", e.player) == e.player]
        return [f"there is an event of {expected['no_event']}: {found[0].text()}"] if found else []
    if "pending" in expected:
        return _compare_pending(game, expected)
    seats = range(len(game.state.players))
    viewer, seat = expected.pop("view", None), expected.pop("seat", None)
    for one in (viewer, seat):
        if one is not None and one not in seats:
            return [f"there is no seat {one_line(one, 20)}"]
    state = game.state if viewer is None else mask(game.state, viewer)
    faults = []
    for field, value in expected.items():
        there = _of_table(game, state, field, value) if seat is None else _of_player(state, seat, field, value)
        if there != (sorted(value) if field in _SETS and isinstance(value, list) else value):
            whose = "" if seat is None else f"seat {seat}: "
            faults.append(f"{whose}{field} is {there}, not {value}")
    return faults


_SETS = frozenset({"people", "hand", "used"})
"""Lists in which the order says nothing."""


def _number(game: Game[State], kind: str, value: Any) -> Any:
    """A word of a scenario as the number the engine has for it."""
    if isinstance(value, str):
        if kind in WORDS and value in WORDS[kind]:
            return WORDS[kind].index(value)
        if kind == "card" and value in game.state.deck.by_id:
            return game.state.deck[value].number
        if kind != "action":
            raise LabError(f"{one_line(value, 40)!r} is not a {kind}")
    return value


def _fits(game: Game[State], event: Event, expected: dict[str, Any]) -> bool:
    """Whether an event is the one that is expected."""
    if event.rule != expected["event"] or event.player != expected.get("seat", event.player):
        return False
    types = BOOK.kinds[event.kind].fields
    data = {name: value for name, value in expected.items() if name not in ("event", "seat", "kind")}
    return event.kind == expected.get("kind", event.kind) and all(
        name in types and event.data[name] == _number(game, types[name], value) for name, value in data.items()
    )


def _compare_event(game: Game[State], expected: dict[str, Any]) -> list[str]:
    if any(_fits(game, event, expected) for event in game.events):
        return []
    near = [f"{event!r}" for event in game.events if event.rule == expected["event"]]
    return [f"no event of {expected['event']} as in {expected}; there is {near[:3] or 'none'}"]


def _compare_pending(game: Game[State], expected: dict[str, Any]) -> list[str]:
    pending = game.pending
    if pending is None or pending.kind != expected["pending"]:
        return [f"{expected['pending']} is not pending, but {pending!r}"]
    faults = []
    if "seat" in expected and pending.player != expected["seat"]:
        faults.append(f"seat {pending.player} decides, not {expected['seat']}")
    legal = {str(choice) for choice in game.legal()} if "options" in expected or "legal" in expected else set()
    if "options" in expected and legal != set(expected["options"]):
        faults.append(f"the options are {sorted(legal)}, not {sorted(expected['options'])}")
    faults += [f"{choice} is not legal" for choice in expected.get("legal", ()) if choice not in legal]
    return faults


def _names(deck: Deck, cards: Iterable[int | None]) -> list[str]:
    """Cards by person, or by colour where only the back is seen; a place without a card is empty."""
    backs = {-2 - colour: word for colour, word in enumerate(COLOURS)}
    return ["" if card is None else deck[card].id if card >= 0 else backs.get(card, "unknown") for card in cards]


def _count_or_names(deck: Deck, cards: Sequence[int], value: Any) -> object:
    return len(cards) if isinstance(value, int) else _names(deck, cards)


def _row(row: Sequence[int], value: Any) -> object:
    """A number for all colours, or only the colours that are named."""
    if isinstance(value, dict):
        return {colour: row[COLOURS.index(colour)] for colour in value}
    return row[0] if len(set(row)) == 1 else row


def _of_player(s: State, seat: int, field: str, value: Any) -> object:
    """What a player has, in the form in which the scenario says it."""
    player, deck = s.players[seat], s.deck
    houses = [house.card for house in player.houses]
    if field in ("points", "guilders", "reputation"):
        return getattr(player, field)
    if field in ("workers", "threats"):
        return _row(getattr(player, field), value)
    if field in ("people", "hand"):
        there = _count_or_names(deck, getattr(player, field), value)
        return sorted(there) if isinstance(there, list) else there
    if field == "canals":
        return {side: player.canals[SECTIONS.index(side)] for side in value}
    if field == "statues":
        return list(player.statues)
    if field == "majorities":
        return [area for area, turned in zip(AREAS, player.majorities, strict=True) if turned]
    if field == "houses":
        return len(houses) if isinstance(value, int) else [COLOURS[colour_of(deck, card) or 0] for card in houses]
    if field == "as_houses":
        return _names(deck, houses)
    if field == "used":
        return sorted(deck[house.person].id for house in player.houses if house.used)
    if field == "score":
        return {part: score_sheet(s, seat).parts.get(part) for part in value}
    if field == "total":
        return score_sheet(s, seat).total
    raise LabError(f"{one_line(field, 40)!r} cannot be compared")


def _of_table(game: Game[State], s: State, field: str, value: Any) -> object:
    """What lies on the table, in the form in which the scenario says it."""
    if field in ("round", "start", "final_round", "turn"):
        return getattr(s, field)
    if field in ("over", "winners"):
        return getattr(game, field)
    if field == "phase":
        return PHASES[s.phase - 1] if s.phase else ""
    if field == "supply":
        return _row(s.supply, value)
    if field in ("statues", "piles"):
        return [*s.statues] if field == "statues" else [*s.left]
    if field in ("discard", "extra"):
        return _count_or_names(s.deck, getattr(s, field), value)
    if field == "tops":
        return _names(s.deck, [s.top(0), s.top(1), s.extra[-1] if s.extra else None])
    raise LabError(f"{one_line(field, 40)!r} cannot be compared")


# Telling


def _upper(phrase: str) -> str:
    return phrase[:1].upper() + phrase[1:]


class _Story:
    """Tells a proof in one language; the phrases are the section [scenario] of data/bruges/locales."""

    def __init__(self, proof: Proof, lang: str) -> None:
        self.proof, self.lang = proof, lang
        self.scenario = proof.scenario
        self.deck = proof.game.state.deck
        self.names = proof.scenario.names
        self.teller = BrugesTeller(proof.scenario.state, proof.scenario.names)

    def say(self, key: str, **values: object) -> str:
        return own_texts().say("scenario", key, values, self.lang)

    def lines(self) -> Iterator[str]:
        proof, record = self.proof, self.scenario.record
        yield self.scenario.title.get(self.lang, record.name)
        yield self.say("given")
        yield from (f"  {line}" for line in self.given())
        if proof.opening:
            yield self.say("by_itself")
            yield from self.happened(proof.opening, 1)
        if record.when:
            yield self.say("done")
        for number, deed in enumerate(proof.deeds, 1):
            yield f"  {number}. {self.deed(deed)}"
            yield from self.happened(deed.events, 2)
        if len(proof.deeds) < len(record.when):
            step = record.when[len(proof.deeds)]
            yield f"  {len(proof.deeds) + 1}. ✗ {self.choice(step.choice or step.refused or 'roll')}"
            return
        failed = {difference.partition(":")[0] for difference in proof.differences}
        if record.then:
            yield self.say("checked")
        for number, expected in enumerate(record.then):
            yield f"  {'✗' if f'then.{number}' in failed else '✓'} {_upper(self.checked(expected))}"

    def happened(self, events: list[Event], depth: int) -> Iterator[str]:
        for inner, event in walk(events):
            yield f"{'  ' * (depth + inner)}{event.text(self.lang)}  [{event.rule}]"

    def deed(self, deed: Deed) -> str:
        choice = self.choice(str(deed.choice))
        if deed.refusal is not None:
            return f"{self.say('refused', choice=choice, reason=deed.refusal.text(self.lang))}  [{deed.refusal.rule}]"
        return choice if deed.player == CHANCE else self.say("by", player=self.names[deed.player], what=choice)

    def choice(self, notation: str) -> str:
        """A choice as a phrase, whatever is asked just now; its notation if its words mean nothing."""
        choice = Choice.parse(notation)
        for step in BOOK.steps.values():
            known = step.actions if isinstance(step, Decision) else (step.kind,) if isinstance(step, Chance) else ()
            if choice.kind in known:
                option = to_option(self.proof.game.state, step, choice)
                return notation if option is None else self.teller.choice(option, self.lang)
        return notation

    def given(self) -> Iterator[str]:
        given = self.scenario.record.given
        if given.ruleset != "default":
            yield self.say("ruleset", name=one_line(given.ruleset, 60))
        for field, value in given.switches.items():
            yield self.say("reading", field=field, value=str(value).lower())
        if isinstance(given.players, int):
            yield self.say("setup", players=given.players)
            return
        yield self.say("situation", round=given.round, phase=given.phase, player=self.names[given.start])
        if given.phase == "actions":
            yield self.say("to_play", turn=given.turn, player=self.names[given.start if given.seat is None else given.seat])
        if given.final_round:
            yield _upper(self.say("final_round", round=given.final_round))
        if len(given.dice) == len(COLOURS):
            yield own_texts().say("event", "dice.rolled", dict(given.dice.items()), self.lang)
        if given.threats_dealt:
            yield self.say("threats_dealt")
        for pile, cards in zip(WORDS["pile"], given.piles or (), strict=False):
            if isinstance(cards, int) and cards:
                yield self.say("pile_count", pile=pile, count=cards)
            else:
                yield self.say("pile", pile=pile, cards=self.cards(cards)) if cards else self.say("pile_none", pile=pile)
        for field, some in (("extra", given.extra), ("discard", given.discard)):
            if some is not None:
                yield from map(_upper, self.things(field, some))
        for seat, player in enumerate(given.players):
            yield self.say("by", player=self.names[seat], what=self.listed(self.holding(player)) or self.say("unchanged"))

    def holding(self, player: PlayerGiven) -> Iterator[str]:
        """What is said of a player in the position; what is not said is as after set-up."""
        bare = PlayerGiven()
        for field in ("points", "guilders", "workers", "threats", "reputation", "statues", "hand", "majorities"):
            if getattr(player, field) != getattr(bare, field):
                yield from self.things(field, getattr(player, field))
        yield from self.things("canals", {side: n if isinstance(n, int) else len(n) for side, n in player.canals.items()})
        for house in player.houses:
            house = house if isinstance(house, HouseGiven) else HouseGiven(house)
            colour = house.card if house.card in COLOURS else self.deck[house.card].colour
            if house.person is None:
                yield self.say("empty_house", colour=colour)
            else:
                yield self.say("lodged_used" if house.used else "lodged", colour=colour, person=self.card(house.person))

    def card(self, card: str) -> str:
        if card in COLOURS:
            return self.say("card", colour=card)
        name = self.deck[card].name if card in self.deck.by_id else {}
        return name.get(self.lang) or name.get("en") or "–"

    def listed(self, phrases: Iterable[str]) -> str:
        found = ""
        for phrase in phrases:
            found = self.say("list", first=found, next=phrase) if found else phrase
        return found

    def cards(self, cards: Iterable[str]) -> str:
        return ", ".join(map(self.card, cards))

    def checked(self, expected: dict[str, Any]) -> str:
        """One expectation as a line; as it stands in the file if it is not of the form."""
        try:
            return self.expectation(expected)
        except _NOT_OF_THE_FORM:
            return one_line(expected, 200)

    def expectation(self, expected: dict[str, Any]) -> str:
        game, seat, viewer = self.proof.game, expected.get("seat"), expected.get("view")
        player = "" if seat is None else self.names[seat]
        if "event" in expected:
            told = next((event.text(self.lang) for event in game.events if _fits(game, event, expected)), "–")
            return f"{told}  [{expected['event']}]"
        if "no_event" in expected:
            return self.say("never" if seat is None else "never_for", rule=expected["no_event"], player=player)
        if "pending" in expected:
            pending, kind = game.pending, expected["pending"]
            speaks_of = {} if pending is None or pending.kind != kind else pending.told
            asked = CHANCE if pending is None else pending.player
            question = self.teller.tell("step", kind, {**speaks_of, "player": asked if seat is None else seat}, self.lang)
            key = "options" if "options" in expected else "legal"
            choices = self.listed(map(self.choice, expected.get(key, ())))
            return self.say(key, question=question, choices=choices) if choices else question
        rest = {("left" if seat is None and field == "statues" else field): value for field, value in expected.items()}
        what = self.listed(thing for field in rest if field not in ("seat", "view") for thing in self.things(field, rest[field]))
        if viewer is not None:
            key = "sees" if seat is None else "sees_of"
            return self.say(key, viewer=self.names[viewer], player=player, what=what)
        return what if seat is None else self.say("by", player=player, what=what)

    def things(self, field: str, value: Any) -> Iterator[str]:
        """What is said of one field, as short phrases."""
        if field in ("workers", "threats", "supply", "canals"):
            word = "section" if field == "canals" else "colour"
            each = value.items() if isinstance(value, dict) else ()
            yield from (self.say(field, **{word: key}, count=count) for key, count in each)
            if isinstance(value, int):
                yield self.say(f"{field}_all", count=value)
        elif field in ("statues", "left"):
            values = ", ".join(map(str, value))
            yield self.say(field, values=values, count=len(value)) if value else self.say(f"{field}_none")
        elif field == "majorities":
            yield from [self.say("majority", area=area) for area in value] or [self.say("majorities_none")]
        elif field == "score":
            for part, points in value.items():
                yield self.say("in_play", count=points) if part == "in_play" else self.say("head", head=part, count=points)
        elif field in ("reputation", "round", "turn", "final_round", "phase", "over"):
            yield self.say(field, **{"step" if field == "reputation" else field.removeprefix("final_"): value})
        elif field == "start":
            yield self.say("start", player=self.names[value])
        elif field == "winners":
            players = ", ".join(self.names[seat] for seat in value)
            yield self.say("winners", players=players, count=len(value)) if players else self.say("winners_none")
        elif field == "piles":
            yield self.say("piles", first=value[0], second=value[1])
        elif field in ("tops", "as_houses"):
            yield self.say(field, cards=self.cards(value))
        elif isinstance(value, int):  # points, guilders, houses, people, hand, discard, extra, total
            yield self.say(field, count=value)
        elif field == "houses":
            yield from (self.say("house", colour=colour) for colour in value)
        elif field in ("people", "used"):
            key, none = ("people_are", "people") if field == "people" else ("used", "used_none")
            yield self.say(key, people=self.cards(value)) if value else self.say(none, count=0)
        else:  # hand, discard
            yield self.say(f"{field}_is", cards=self.cards(value)) if value else self.say(field, count=0)
