"""The header: where the game stands, the question in words, its answers, and Next. Always in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..kernel import Choice
from ..show.svg import Svg, seal, tag
from . import kept_sheet
from .markup import block, button, span, text
from .panels.board_panel import open_choices, seen_events
from .panels.decision_panel import HOTKEYS, Offer, open_html, teller_of

if TYPE_CHECKING:
    from .explorer import Explorer

MOST_ANSWERS = 4
"""Of more than so many answers only those are here that are nowhere on the board."""
FRAME = (
    '<div class="bl-top"><div class="bl-where" data-part="where"></div><div class="bl-said" data-part="message"></div></div>'
    '<div class="bl-ask" data-part="ask" aria-live="polite"></div>'
    '<div class="bl-answers" data-part="answers"></div>'
    '<div class="bl-go" data-part="go"></div>'
    '<div class="bl-keeping" data-part="kept"></div>'
)


def drawn(explorer: Explorer) -> dict[str, str]:
    """The parts of the header."""
    parts = {
        "where": _where(explorer),
        "ask": _ask(explorer),
        "answers": Svg("".join(_answers(explorer))),
        "go": _go(explorer),
        "message": _message(explorer),
        "kept": kept_sheet.notice(explorer),
    }
    return {name: str(part) for name, part in parts.items() if part}


def _where(explorer: Explorer) -> Svg:
    """The game, and where it stands."""
    stands = explorer.manifest.picture.situation(explorer.state, explorer.lang)
    back = [button("back", "", explorer.words("bar.back"), "small")] if explorer.opened else []
    title = tag("b", text(explorer.manifest.called(explorer.lang)), class_="bl-title")
    return Svg(title + "".join(back) + span("stands", " · ".join(stands)) + kept_sheet.opener(explorer))


class Asked(NamedTuple):
    """Who is asked what; no seat where chance decides, nobody does or nothing is asked."""

    seat: int | None
    words: str


def asked(explorer: Explorer) -> Asked:
    """The question that waits, in words; or what is going on instead."""
    say, game = explorer.words, explorer.game
    pending = game.pending
    if explorer.covered_for is not None:
        return Asked(explorer.covered_for, say("cover.ask", player=explorer.names[explorer.covered_for]))
    if explorer.waits_for_answer and explorer.task is not None:
        return Asked(None, explorer.task.question)
    if explorer.cursor.inside:
        _, fresh = seen_events(explorer)
        return Asked(None, say("ask.inside", event=fresh[-1].text(explorer.lang)) if fresh else say("ask.unseen"))
    if explorer.cursor.node.last is not None:
        return Asked(None, say("ask.before"))
    if pending is None:
        return Asked(None, _result(explorer))
    if pending.is_chance:
        return Asked(None, game.question(explorer.lang))
    if explorer.seat not in (None, pending.player):
        return Asked(pending.player, say("decide.other", player=explorer.names[pending.player]))
    return Asked(pending.player, teller_of(game).ask(pending, explorer.lang, game.state))


def _ask(explorer: Explorer) -> Svg:
    found = asked(explorer)
    who = [] if found.seat is None else [_seal(found.seat)]
    return block("asked", *who, span("words", found.words))


def _seal(seat: int) -> Svg:
    return tag(
        "svg",
        seal(seat, 10, 10, 15),
        viewBox="0 0 20 20",
        width=22,
        height=22,
        class_="bl-seal",
        aria_hidden="true",
        focusable="false",
    )


def _result(explorer: Explorer) -> str:
    """Who has won, with how much."""
    say, won = explorer.words, explorer.game.winners
    names = [explorer.names[seat] for seat in won]
    best = [getattr(explorer.game.scores()[seat], "total", explorer.game.scores()[seat]) for seat in won]
    if not names:
        return say("result.title")
    return say("result.told", players=" + ".join(names), count=len(names), points=best[0])


def _answers(explorer: Explorer) -> list[Svg]:
    """The answers that stand in no card: a few of them are here, with their keys."""
    say, pending = explorer.words, explorer.game.pending
    if explorer.covered_for is not None:
        name = explorer.names[explorer.covered_for]
        return [button("take_over", "", say("cover.ready", player=name), "answer")]
    if explorer.cursor.inside or explorer.cursor.node.last is not None or explorer.waits_for_answer:
        return []
    if pending is None:
        return [button("tab", "score", say("result.score"), "answer")] if "score" in explorer.tabs else []
    if pending.is_chance:
        return [
            button("roll", "", say("chance.roll"), "answer", data_hotkey="1"),
            button("tab", "chance", say("chance.other"), "answer"),
        ]
    if explorer.seat not in (None, pending.player):
        return [button("look", pending.player, say("decide.look", player=explorer.names[pending.player]), "answer")]
    found = plain_offers(explorer)
    if len(found) > MOST_ANSWERS:  # what can be pressed on the board is not said twice
        of = explorer.manifest.targets.of
        found = [offer for offer in found if not of(explorer.state, Choice.parse(offer.notation))]
    if not 0 < len(found) <= MOST_ANSWERS or not open_choices(explorer):
        return []
    return [open_html(offer, offer.words, key, "answer") for offer, key in zip(found, HOTKEYS, strict=False)]


def plain_offers(explorer: Explorer) -> list[Offer]:
    """What may be chosen and is about no card or other thing with a name of its own."""
    return [offer for group in explorer.offers() if group.subject is None for offer in group.offers if offer.refusal is None]


def _go(explorer: Explorer) -> Svg:
    """Next, whom to leave the choice to, and help."""
    say = explorer.words
    over = explorer.game.pending is None and not explorer.cursor.inside and explorer.cursor.node.last is None
    following = tag(
        "button",
        text(say("step.next")),
        tag("kbd", text(say("step.next_key"))),
        type="button",
        class_="bl-next",
        data_act="next",
        data_key="next",
        data_hotkey="Space ArrowRight",
        data_tip=say("step.next_tip"),
        aria_disabled="true" if over else None,
    )
    buttons = [following]
    pending = explorer.game.pending
    asks = pending is not None and not pending.is_chance and explorer.cursor.node.last is None and not explorer.cursor.inside
    if asks and explorer.covered_for is None and not explorer.waits_for_answer:
        buttons.append(button("let_choose", "", say("step.let"), "let", data_tip=say("step.let_tip"), data_hotkey="l"))
    tip, open_now = say("help.tip"), "true" if explorer.helps else "false"
    buttons.append(button("help", "", "?", "help", data_hotkey="?", data_tip=tip, aria_label=tip, aria_expanded=open_now))
    return Svg("".join(buttons))


def _message(explorer: Explorer) -> Svg:
    if not explorer.message:
        return Svg("")
    fetch = [kept_sheet.download(explorer)] if explorer.offers_file else []
    return block("message", text(explorer.message), *fetch, role="status")
