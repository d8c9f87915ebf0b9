"""The decision panel: the question in words, what may be chosen, what may not and why, what led here and what comes next."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...games.bruges.model import State
from ...games.bruges.pictures.colours import shade
from ...games.bruges.telling import CHOICE_TYPES, WORDS, own_texts
from ...games.bruges.words import COLOURS
from ...kernel import Event, Game, Option, Pending, Refusal
from ...kernel.book import Decision
from ...kernel.engine import why_not
from ...kernel.events import walk
from ...show.svg import Svg, tag
from ..markup import block, button, heading, rule_link, span, text, words_of

MOST_AGENDA = 8
MOST_EVENTS = 40
HOTKEYS = "123456789"
SHORT = ("workers", "guilders", "threat", "canal", "house", "recruit", "activate", "invite", "lay")
"""Actions that have a short label where the card they use stands above."""


class Offer(NamedTuple):
    """Something that could be chosen: its notation and words, and why it may not be, if it may not."""

    option: Option
    notation: str
    words: str
    refusal: Refusal | None


class Offers(NamedTuple):
    """What one card offers, or what belongs to no card."""

    card: int | None
    offers: list[Offer]


def offered(game: Game[State], lang: str) -> list[Offers]:
    """Everything a decision asks about, by card: what may be chosen, and for every kind of action that is closed its reason."""
    pending = game.pending
    if pending is None or not isinstance(pending.step, Decision):
        return []
    groups: dict[int | None, list[Offer]] = {}
    legal = set(pending.raw)
    for kind, action in pending.step.actions.items():
        by_card: dict[int | None, list[Option]] = {}
        candidates = [()] if action.candidates is None else action.candidates(game.state, *pending.task[1:])
        for candidate in candidates:
            by_card.setdefault(_card(kind, candidate), []).append((kind, *candidate))
        if kind == "recruit" and not by_card:
            # Without a house nothing is listed; the reason is worth knowing all the same.
            deck, hand = game.state.deck, game.state.players[pending.player].hand
            by_card = {card: [(kind, card, deck.colour[card])] for card in hand if card >= 0}
        for card, options in by_card.items():
            open_ones = [option for option in options if option in legal]
            shown = open_ones or [_nearest(game, pending, options)]
            groups.setdefault(card, []).extend(_offer(game, pending, option, option in legal, lang) for option in shown)
    if None in groups:
        groups[None] = groups.pop(None)  # what belongs to no card comes last
    return [Offers(card, offers) for card, offers in groups.items()]


def _card(kind: str, candidate: tuple[Any, ...]) -> int | None:
    types = CHOICE_TYPES.get(kind, ())
    return candidate[0] if types[:1] == ("card",) and candidate else None


def _nearest(game: Game[State], pending: Pending, options: list[Option]) -> Option:
    """Of several ways that are all closed the one that fails last: its reason says most."""
    step = pending.step
    assert isinstance(step, Decision)

    def holds(option: Option) -> int:
        action = step.actions[option[0]]
        failing = action.failing(game.state, pending.task[1:], option[1:])
        return len(action.needs) if failing is None else action.needs.index(failing)

    return max(options, key=holds)


def _offer(game: Game[State], pending: Pending, option: Option, is_legal: bool, lang: str) -> Offer:
    notation = str(pending.choice(option))
    refusal = None if is_legal else game.why_not(notation) or why_not(game.state, pending, option)
    return Offer(option, notation, game.kit.tell_option(game.state, game.names, option, lang), refusal)


# Drawn


def choices_html(game: Game[State], lang: str) -> Svg:
    """The question and its answers; those that are closed stand there too and say why when pressed."""
    say = words_of(lang)
    groups = offered(game, lang)
    number = 0
    drawn = []
    for group in groups:
        rows = []
        for offer in group.offers:
            if offer.refusal is None:
                key = HOTKEYS[number] if number < len(HOTKEYS) else None
                number += 1
                keycap = [tag("kbd", text(key))] if key else []
                rows.append(
                    tag(
                        "button",
                        text(_label(game, offer, lang, group.card is not None)),
                        *keycap,
                        type="button",
                        class_="bl-choice",
                        data_act="choose",
                        data_value=offer.notation,
                        data_key=f"choose:{offer.notation}",
                        data_hotkey=key,
                        title=offer.words,
                        aria_label=offer.words,
                    )
                )
            else:
                rows.append(
                    tag(
                        "button",
                        text(_label(game, offer, lang, group.card is not None)),
                        span("closed", say("decide.closed")),
                        type="button",
                        class_="bl-choice bl-impossible",
                        data_act="why",
                        data_value=offer.notation,
                        data_key=f"why:{offer.notation}",
                        title=f"{offer.refusal.text(lang)} ({offer.refusal.rule})",
                    )
                )
        title = []
        if group.card is not None and len(groups) > 1:
            deck = game.state.deck
            colour = deck.colour[group.card]
            name = deck[group.card].name.get(lang, deck[group.card].name["en"])
            dot = tag("span", Svg("&#8203;"), class_="bl-dot", style=f"background:{shade(colour).fill}", title=COLOURS[colour])
            title = [tag("div", dot, text(name), class_="bl-cardname")]
        drawn.append(block("offers", *title, block("row" if group.card is not None else "column", *rows)))
    return block("choices", *drawn)


def _label(game: Game[State], offer: Offer, lang: str, under_card: bool) -> str:
    """Under the name of a card a short label does; its own words say the whole."""
    kind, *numbers = offer.option
    if not under_card or kind not in SHORT:
        return offer.words
    texts, values = own_texts(), {}
    for name, number in zip(CHOICE_TYPES[kind][1:], numbers[1:], strict=True):
        values[name] = texts.form(name, WORDS[name][number], lang)
    return texts.say("explorer", f"act.{kind}", values, lang)


def refusal_html(refusal: Refusal, lang: str) -> Svg:
    """Why not: the reason with its numbers, and the rule."""
    return block("refusal", text(refusal.text(lang)), text(" "), rule_link(refusal.rule, lang), role="status")


def because_html(events: list[Event], fresh: list[Event], lang: str) -> Svg:
    """What happened here as a forest of causes; what has just happened stands out."""
    new = {event.index for event in fresh}
    rows = [
        tag(
            "li",
            text(event.text(lang)),
            text(" "),
            rule_link(event.rule, lang),
            class_="bl-fresh" if event.index in new else None,
            style=f"margin-left:{min(depth, 8) * 16}px",
            data_event=event.kind,
        )
        for depth, event in list(walk(events))[-MOST_EVENTS:]
    ]
    say = words_of(lang)
    body = tag("ul", *rows, class_="bl-because") if rows else block("quiet", text(say("because.nothing")))
    return Svg(heading(say("because.title")) + body)


def agenda_html(game: Game[State], lang: str) -> Svg:
    """Now, next, later."""
    say = words_of(lang)
    steps = game.agenda_text(lang)
    if not steps:
        return Svg("")
    more = len(steps) - MOST_AGENDA
    rows = [tag("li", text(step), class_="bl-now" if place == 0 else None) for place, step in enumerate(steps[:MOST_AGENDA])]
    if more > 0:
        rows.append(tag("li", text(say("agenda.more", count=more))))
    return Svg(heading(say("agenda.title")) + tag("ol", *rows, class_="bl-agenda"))


def hint_button(lang: str) -> Svg:
    """Ask for a hint."""
    return button("hint", "", words_of(lang)("hint.ask"), "small")
