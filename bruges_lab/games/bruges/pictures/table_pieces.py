"""The table of the live picture: dice and what a step costs, piles, the reputation track, statues, threat markers left."""

from __future__ import annotations

from functools import lru_cache

from ....show.live import (
    CARD,
    GREEN,
    INK,
    LEAST,
    LINE,
    MUTED,
    PALE,
    STONE,
    caption,
    figure,
    live_shade,
    piece,
    plate,
    row,
    thing,
    told,
    words,
)
from ....show.svg import Svg, circle, label, number, path, rect, seal, text_width
from ..model import UNSEEN, State, colour_of
from ..rules.dice import low_dice
from ..words import COLOURS, DAMAGES
from .colours import SHADES, shade, sign
from .facts import Look, advance_price, name_of, track_is_reconstructed
from .picture_words import Wording
from .ship_shapes import ship
from .table import PILES, die_face, face_meaning

TABLE = (("dice", "piles", "price"), ("track",), ("supply", "statues"))
"""The pieces of the table in their order; those that stay together."""
_HEIGHT = 52


def table_pieces(look: Look) -> dict[str, Svg]:
    """The pieces of the table by name."""
    state, say = look.state, look.say
    return {
        "dice": row(
            *(_die(colour, up, face_meaning(state, up), say.lang) for colour, up in enumerate(state.dice)), kind="bl-tight"
        ),
        "piles": row(*_piles(state, say)),
        "price": _price(sum(low_dice(state)), advance_price(state, say), say("die.step")),
        "track": Svg(_mark(say("reputation"), track_is_reconstructed(state.board)) + row(*_track(look), kind="bl-tight")),
        "supply": Svg(
            caption(say("threats_left")) + row(*(_left(c, n, say.lang) for c, n in enumerate(state.supply)), kind="bl-tight")
        ),
        "statues": Svg(caption(say("statues_left")) + _statues(state.statues, say.lang)),
    }


def _mark(said: str, reconstructed: bool) -> Svg:
    return caption(f"{said} ≈" if reconstructed else said)


# Dice


@lru_cache(512)
def _die(colour: int, shown: int, means: str, lang: str) -> Svg:
    """A die, the sign of its colour below it; a badge says whether its face threatens or sets the price of a step."""
    tone = SHADES[colour]
    rules = {"threat": "phase2.threat.faces", "step": "phase2.advance.cost", "ship": "exp.ships.reveal"}
    ground = rect(1, 3, 33, 33, tone.fill if shown else live_shade(tone).tint, 8, stroke=tone.fill, stroke_width=1.5)
    return thing(
        f"die:{COLOURS[colour]}",
        Wording(lang).first("die", colour=COLOURS[colour], face=shown, meaning=means),
        38,
        _HEIGHT,
        ground,
        Svg(f'<g transform="translate(.5 2.5)">{die_face(tone, shown)}</g>'),
        _badge(means),
        sign(colour, 17.5, 45, 11, live_shade(tone).ink),
        rule=rules.get(means, "phase2.roll"),
    )


@lru_cache(128)
def _price(price: int, said: str, under: str) -> Svg:
    """What the dice ask for a step."""
    width = max(42.0, text_width(under, LEAST) + 2)
    left = (width - 42) / 2
    rule = "phase2.advance.cost" if price else "phase2.advance.blocked"
    shown = figure(left + 29, 18.5, price or "–", 24, 14, INK if price else MUTED)
    return thing(
        "price",
        said,
        width,
        _HEIGHT,
        Svg(f'<g transform="translate({number(left)} 0)">{plate_at(1, 42, 35)}</g>'),
        Svg(f'<g transform="translate({number(left - 20.5)} 10.5)">{_badge("step")}</g>'),
        shown,
        label(width / 2, 49, under, LEAST, MUTED, anchor="middle"),
        rule=rule,
    )


def plate_at(y: float, width: float, height: float) -> Svg:
    """A ground moved down."""
    return Svg(f'<g transform="translate(0 {number(y)})">{plate(width, height, CARD, LINE, 5)}</g>')


def _badge(means: str) -> Svg:
    """On the corner of a die: danger, a step up, or a ship."""
    if means == "threat":
        triangle = path("M32-1L40 13H24Z", "#ffd24d", stroke="#3d2e00", stroke_width=1.2, stroke_linejoin="round")
        return Svg(
            '<g transform="translate(-.5 2)">'
            + triangle
            + path("M32 3.6V8M32 10V11.4", stroke="#3d2e00", stroke_width=1.7)
            + "</g>"
        )
    if means == "step":
        arrow = path("M32 4V12M28.6 7.2L32 3.8L35.4 7.2", stroke="#ffffff", stroke_width=1.7, stroke_linejoin="round")
        return Svg(circle(32, 8, 7.4, GREEN, stroke="#ffffff", stroke_width=1) + arrow)
    if means == "ship":
        return Svg(circle(32, 8, 7.4, "#1d5f86", stroke="#ffffff", stroke_width=1) + ship(32, 8, 10, "#ffffff", "#ffffff"))
    return Svg("")


# Piles


def _piles(state: State, say: Wording) -> list[Svg]:
    found = []
    for pile in (0, 1):
        top = state.top(pile)
        told_ = say("pile", number=pile + 1, count=state.left[pile])
        colour = None if top is None else colour_of(state.deck, top)
        found.append(_pile(pile, colour, state.left[pile], told_, say("pile.under", number=pile + 1), top is not None))
    # The extra pile is not drawn from before it takes the place of an empty one; only its size matters.
    key = "extra_used" if state.extra_used else "extra"
    extra, discards = len(state.extra), len(state.discard)
    unknown = colour_of(state.deck, UNSEEN)
    found.append(_pile(2, unknown, extra, say(key, count=extra), say(f"{key}.under"), bool(extra)))
    found.append(_pile(3, None, discards, say("discard", count=discards), say("discard.under"), False))
    return found


_PILE_RULES = ("phase1.pile_choice", "phase1.pile_choice", "phase1.exhausted.replace", "card.discard_pile")


@lru_cache(512)
def _pile(place: int, colour: int | None, count: int, said: str, under: str, lies: bool) -> Svg:
    """A pile with the colour of its top card and how many there are; where none lies face down, an outline."""
    tone = shade(colour)
    width = max(42.0, text_width(under, LEAST) + 2)
    left = (width - 40) / 2
    if lies:
        card = rect(left, 1, 40, 35, tone.fill, 5) + rect(
            left + 2.5, 3.5, 35, 30, "none", 3, stroke=tone.on, stroke_width=0.8, opacity=0.5
        )
    else:
        card = rect(left + 0.75, 1.75, 38.5, 33.5, PALE, 5, stroke=MUTED, stroke_width=1.2, stroke_dasharray="3 3")
    signed = lies and colour is not None
    return thing(
        f"pile:{PILES[place]}",
        said,
        width,
        _HEIGHT,
        Svg(card),
        sign(colour, left + 11, 18.5, 11, tone.on) if signed else Svg(""),
        figure(left + (26 if signed else 20), 18.5, count, 22 if signed else 34, 14, tone.on if lies else MUTED),
        label(width / 2, 49, under, LEAST, MUTED, anchor="middle"),
        rule=_PILE_RULES[place],
    )


# Reputation and statues


def _track(look: Look) -> list[Svg]:
    state, say = look.state, look.say
    last = state.board.last_step
    here: dict[int, list[int]] = {}
    for seat, player in enumerate(state.players):
        here.setdefault(min(max(player.reputation, 0), last), []).append(seat)
    steps = []
    for step in range(last + 1):
        points = state.board.reputation_points(step, state.rules)
        seats = tuple(here.get(step, ()))
        witness = state.board.points_from[step]
        steps.append(_step(step, last, points, witness, seats, tuple(name_of(look.names, one) for one in seats), say.lang))
    return steps


@lru_cache(1024)
def _step(step: int, last: int, points: int, witness: str, seats: tuple[int, ...], names: tuple[str, ...], lang: str) -> Svg:
    """One step as a stair with its points, and the seals that stand on it; step 0 is the town hall."""
    said = step_words(step, points, witness, Wording(lang))
    if names:
        said += f": {', '.join(names)}"
    height = 15 + 13 * step / max(last, 1)
    top = _HEIGHT - height
    side, pitch = (2, 10) if 11 * ((len(seats) + 1) // 2) <= top else (3, 6.5)  # five on a high step stand close together
    seals = [
        seal(one, (10 if len(seats) == 1 else pitch / 2 + pitch * (place % side)), top - 6.5 - 11 * (place // side), pitch, INK)
        for place, one in enumerate(seats)
    ]
    return thing(
        f"step:{step}",
        said,
        20,
        _HEIGHT,
        rect(0.5, top, 19, height, STONE if seats else PALE, 2, stroke=LINE, stroke_width=0.8),
        figure(10, _HEIGHT - 7.5, points, 18, 11.5),
        *seals,
        rule="scoring.reputation.values" if step else "scoring.reputation.zero",
    )


def step_words(step: int, points: int, witness: str, say: Wording) -> str:
    """A step in words, with where its points are known from."""
    worth = say("points", count=points)
    return say("step", step=step, points=worth, witness=say.witness(witness)) if step else say("town_hall")


@lru_cache(256)
def _statues(left: tuple[int, ...], lang: str) -> Svg:
    say = Wording(lang)
    said = say("told.statues_left", statues=", ".join(map(str, left)) or say("none"))
    shown = [
        piece(22, 24, plate(22, 24, PALE if place else STONE, LINE if place else "#b39a5c", 4), figure(11, 12, value, 20, 12.5))
        for place, value in enumerate(left)
    ]
    return told("statue", said, *(shown or [words(say("none"))]), rule="action.canal.statue.points", kind="bl-row")


# Threat markers left


@lru_cache(512)
def _left(colour: int, count: int, lang: str) -> Svg:
    """The sign of a colour and how many of its markers are left."""
    tone, width = SHADES[colour], 37 if count < 10 else 43
    return thing(
        f"supply:{COLOURS[colour]}",
        Wording(lang)("supply", count=count, colour=COLOURS[colour], damage=DAMAGES[colour]),
        width,
        24,
        plate(width, 24, CARD, LINE, 12),
        circle(12, 12, 9, tone.fill),
        sign(colour, 12, 12, 10.5, tone.on),
        figure(28.5 if count < 10 else 31, 12, count, 14 if count < 10 else 20, 12.5),
        rule=f"threat.color.{DAMAGES[colour]}",
    )
