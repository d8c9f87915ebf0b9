"""Worked examples: their sums are reckoned up, and where they give a position it is played again by the engine."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec

from ..bruges.ruleset import Ruleset
from ..bruges.words import COLOURS
from ..kernel import Event
from ..kernel.errors import LabError
from ..rulebook.catalogue import Catalogue
from ..rulebook.proving import Proof as Run
from ..rulebook.recording import proved_under
from ..rulebook.scenarios import Scenario, own_scenarios
from .concepts import Stream
from .example_colours import check_colours, dice_shown, threats_named
from .findings import Finding, Proof, Reason, Verdict
from .reading import Aside, Sort
from .text import Text

_SUM = re.compile(
    r"(?<![\d/.,])(\d{1,4})((?:\s*[^\W\d_+×x=]{0,14}\.?\s*(?:[+−÷×·*]|-(?=\s)|x(?=\s*\d)|:(?=\s*\d+\s*=))\s*\d{1,4})+)(?:\s*[^\W\d_=]{1,14}\.?){0,2}\s*=\s*(\d{1,5})(?![\d/])"
)
_PART = re.compile(r"([+−÷×·*x:-])\s*(\d{1,4})")
_LEAST_ITEMS = 3
_LEAST_DICE = 2
_QUIET = 3


def check_examples(text: Text, judged: Sequence[bool], rules: Ruleset) -> list[Finding]:
    """Sums anywhere, totals of lists, and replays."""
    found: list[Finding] = []
    for number, sentence in enumerate(text.sentences):
        if judged[number]:
            for said, right, shown in wrong_sums(sentence.text):
                reason = Reason("arithmetic", {"sum": shown, "actual": right, "claimed": said})
                found.append(
                    Finding("", Verdict.NOTE, sentence.passage(), reason, 0.95, str(said), str(right), check="arithmetic")
                )
    found += _totals(text, judged)
    found += _replays(text, judged, rules)
    return found


def wrong_sums(sentence: str) -> Iterator[tuple[int, int, str]]:
    """Sums and products that do not come out: what is said, what is right, and the reckoning."""
    for match in _SUM.finditer(sentence):
        right = _reckon(int(match[1]), _PART.findall(match[2]))
        if right is not None and right != int(match[3]):
            yield int(match[3]), right, " ".join(match[0].split())


def _reckon(first: int, parts: Sequence[tuple[str, str]]) -> int | None:
    terms = [first]
    for sign, digits in parts:
        value = int(digits)
        if sign in "×·*x":
            terms[-1] *= value
        elif sign in "÷:":
            if value == 0 or terms[-1] % value:
                return None
            terms[-1] //= value
        else:
            terms.append(-value if sign in "−-" else value)
    return sum(terms)


def _totals(text: Text, judged: Sequence[bool]) -> Iterator[Finding]:
    """The points of the items of an example, against the total that follows them."""
    items: dict[int, list[int]] = defaultdict(list)
    for number, sentence in enumerate(text.sentences):
        if sentence.sort is Sort.ITEM and sentence.aside is Aside.EXAMPLE and sentence.context and judged[number]:
            items[sentence.context[-1]].append(number)
    for numbers in items.values():
        by_block: dict[int, int] = {}
        for number in numbers:
            points = _points(text.streams[number])
            if points is not None:
                by_block[text.sentences[number].block] = points
        after = numbers[-1] + 1
        if (
            len(by_block) < _LEAST_ITEMS
            or after >= len(text.sentences)
            or len(by_block) < len({text.sentences[n].block for n in numbers})
        ):
            continue
        total = _points(text.streams[after], last=False)
        if total is None or text.sentences[after].aside is not Aside.EXAMPLE or "=" in text.sentences[after].text:
            continue
        right = sum(by_block.values())
        if total != right:
            reason = Reason("bullet_sum", {"actual": right, "claimed": total})
            yield Finding(
                "", Verdict.NOTE, text.sentences[after].passage(), reason, 0.7, str(total), str(right), check="arithmetic"
            )


def _points(found: Stream, last: bool = True) -> int | None:
    """The points that a sentence ends with."""
    places = [place for place, token in enumerate(found.tokens) if token.value is not None and not token.weak]
    bound = [
        found.tokens[place].value
        for place in places
        if found.tokens[place].unit >= 0 and "points" in found.tokens[found.tokens[place].unit].names
    ]
    if not bound:
        return None
    return bound[-1] if last else bound[0]


# Replays


@lru_cache(maxsize=512)
def _roll(dice: tuple[int, ...], rules: Ruleset) -> tuple[frozenset[str], int, str] | None:
    """The threats and the price of a step that a roll brings, as the engine plays it."""
    name = next((name for name in Catalogue.load()["phase2.example.roll"].scenarios), None)
    if name is None:
        return None
    record, path = own_scenarios()[name]
    steps = [
        step if step.dice is None else msgspec.structs.replace(step, dice=dict(zip(COLOURS, dice, strict=True)))
        for step in record.when
    ]
    first = next((at for at, step in enumerate(steps) if step.dice is not None), None)
    if first is None:
        return None
    changed = msgspec.structs.replace(record, when=steps[: first + 1], then=[])
    run = _proved(Scenario(changed, path), rules)
    if run is None:
        return None
    threats = frozenset(
        COLOURS[event.data["colour"]] for event in _events(run, "phase2.threat.distribute") if "colour" in event.data
    )
    price = sum(value for value in dice if value in rules.advance_faces)
    return threats, price, name


def _proved(scenario: Scenario, rules: Ruleset) -> Run | None:
    try:
        run = proved_under(scenario, rules)
    except LabError:
        return None
    return None if any(difference.startswith("when") for difference in run.differences) else run


def _events(run: Run, rule: str) -> list[Event]:
    return [event for event in run.game.events if event.rule == rule]


def _replays(text: Text, judged: Sequence[bool], rules: Ruleset) -> Iterator[Finding]:
    """A roll of coloured dice in an example, and what the example says comes of it."""
    blocks: dict[int, list[int]] = defaultdict(list)
    for number, sentence in enumerate(text.sentences):
        if sentence.aside is Aside.EXAMPLE and judged[number]:
            blocks[sentence.block].append(number)
    for numbers in blocks.values():
        yield from _income(text, numbers, rules)
        dice: dict[str, int] = {}
        for number in numbers:
            if not dice:
                dice = dice_shown(text.streams[number])
        yield from check_colours(text, numbers, dice, rules)
        if len(dice) < _LEAST_DICE:
            continue
        values = tuple(dice.get(colour, _QUIET) for colour in COLOURS)
        played = _roll(values, rules)
        if played is None:
            continue
        threats, price, name = played
        for number in numbers:
            yield from _compare(text, number, dice, threats, price, Proof((name,), _shown(dice, threats, price), replayed=True))


@lru_cache(maxsize=512)
def _pays(value: int, rules: Ruleset) -> tuple[int, str] | None:
    """The guilders that a die brings with the action for guilders, as the engine plays it."""
    name = next(iter(Catalogue.load()["action.guilders.example"].scenarios), None)
    if name is None or not 1 <= value <= rules.dice_faces:
        return None
    record, path = own_scenarios()[name]
    given = msgspec.structs.replace(record.given, dice=dict.fromkeys(COLOURS, value))
    run = _proved(Scenario(msgspec.structs.replace(record, given=given, then=[]), path), rules)
    gained = [event.data["guilders"] for event in _events(run, "action.guilders") if "guilders" in event.data] if run else []
    return (gained[0], name) if gained else None


def _income(text: Text, numbers: Sequence[int], rules: Ruleset) -> Iterator[Finding]:
    """A die in an example, and the guilders that the example says it brings."""
    shown: list[int] = []
    for number in numbers:
        found = text.streams[number]
        gained = [
            token.value
            for token in found.tokens
            if token.value is not None and not token.weak and token.unit >= 0 and "guilder" in found.tokens[token.unit].names
        ]
        dice = [
            token.value
            for token in found.tokens
            if token.value is not None
            and not token.weak
            and token.value <= 6
            and not (token.unit >= 0 and "guilder" in found.tokens[token.unit].names)
        ]
        if found.at("die") and len(dice) == 1:
            shown = [value for value in dice if value]
        if (
            len(shown) == 1
            and len(gained) == 1
            and found.at("card")
            and not found.at("step")
            and not found.at("reputation_track")
        ):
            played = _pays(shown[0], rules)
            if played is not None and played[0] != gained[0]:
                reason = Reason("replay_income", {"claimed": gained[0] or 0, "actual": played[0]})
                proof = Proof((played[1],), f"{shown[0]} → {played[0]}", replayed=True)
                yield Finding(
                    "action.guilders.example",
                    Verdict.CONTRADICTS,
                    text.sentences[number].passage(),
                    reason,
                    0.8,
                    str(gained[0]),
                    str(played[0]),
                    proof=proof,
                )


def _shown(dice: Mapping[str, int], threats: frozenset[str], price: int) -> str:
    rolled = ", ".join(f"{colour} {value}" for colour, value in dice.items())
    return f"{rolled} → {', '.join(sorted(threats)) or '–'}; {price or '–'}"


def _compare(
    text: Text, number: int, dice: Mapping[str, int], threats: frozenset[str], price: int, proof: Proof
) -> Iterator[Finding]:
    found, sentence = text.streams[number], text.sentences[number]
    said = threats_named(found)
    if (
        found.at("threat")
        and said
        and said <= set(dice)
        and dice_shown(found) != dice
        and (said - threats or (len(said) >= 2 and threats - said))
    ):
        reason = Reason("replay_threats", {"claimed": ", ".join(sorted(said)), "actual": ", ".join(sorted(threats)) or "–"})
        yield Finding(
            "phase2.example.roll",
            Verdict.CONTRADICTS,
            sentence.passage(),
            reason,
            0.8,
            ", ".join(sorted(said)),
            ", ".join(sorted(threats)) or "–",
            proof=proof,
        )
    if len(dice) < len(COLOURS) and not any(value in (1, 2) for value in dice.values()):
        return
    for token in found.tokens:
        if (
            token.value is not None
            and not token.weak
            and token.unit >= 0
            and "guilder" in found.tokens[token.unit].names
            and (found.at("step") or found.at("reputation_track") or found.at("advance") or found.at("pay"))
            and price
            and token.value != price
            and token.value not in dice.values()
        ):
            reason = Reason("replay_price", {"claimed": token.value, "actual": price})
            said_price, right = str(token.value), str(price)
            yield Finding(
                "phase2.example.roll", Verdict.CONTRADICTS, sentence.passage(), reason, 0.8, said_price, right, proof=proof
            )
            return
