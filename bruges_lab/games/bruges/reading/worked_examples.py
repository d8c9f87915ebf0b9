"""Worked examples: where one gives dice, goods or a standing, it is played again by the engine and compared with what it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....textcheck.find.searched_text import Text
from ....textcheck.findings import Finding, Proof, Reason, Verdict
from ..ruleset import Ruleset
from ..words import COLOURS
from .example_colours import check_colours, dice_shown, threats_named
from .example_standings import check_standings
from .played_again import income, roll

_LEAST_DICE = 2
_QUIET = 3


def check_example(text: Text, numbers: Sequence[int], rules: Ruleset) -> Iterator[Finding]:
    """One example, by its sentences: its dice and what comes of them, its colours, its standings."""
    yield from _income(text, numbers, rules)
    yield from check_standings(text, numbers, rules)
    dice: dict[str, int] = {}
    for number in numbers:
        if not dice:
            dice = dice_shown(text.streams[number])
    yield from check_colours(text, numbers, dice, rules)
    if len(dice) < _LEAST_DICE:
        return
    played = roll(tuple(dice.get(colour, _QUIET) for colour in COLOURS), rules)
    if played is None:
        return
    proof = Proof((played.scenario,), _shown(dice, played.threats, played.price), replayed=True)
    for number in numbers:
        yield from _compare(text, number, dice, played.threats, played.price, proof)


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
            played = income(shown[0], rules)
            if played is not None and played.number != gained[0]:
                reason = Reason("replay_income", {"claimed": gained[0] or 0, "actual": played.number})
                proof = Proof((played.scenario,), f"{shown[0]} → {played.number}", replayed=True)
                yield Finding(
                    played.rule,
                    Verdict.CONTRADICTS,
                    text.sentences[number].passage(),
                    reason,
                    0.8,
                    str(gained[0]),
                    str(played.number),
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
