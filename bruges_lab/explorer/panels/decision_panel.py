"""The decision panel: the question in words, what may be chosen, what may not and why, what led here and what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...kernel import Event, Game, Option, Pending, Refusal
from ...kernel.book import Decision
from ...kernel.engine import why_not
from ...kernel.events import walk
from ...rulebook.telling import BookTeller, Heading, Subject
from ...show.svg import Svg, tag
from ..markup import Words, block, button, heading, rule_link, span, text, words_of

if TYPE_CHECKING:
    from ...analysis.hints import Hint

MOST_AGENDA = 8
MOST_EVENTS = 40
HOTKEYS = "123456789"


class Offer(NamedTuple):
    """Something that could be chosen: its notation and words, and why it may not be, if it may not."""

    option: Option
    notation: str
    words: str
    refusal: Refusal | None


class Offers(NamedTuple):
    """What one thing offers (a card), or what belongs to none."""

    subject: Subject | None
    offers: list[Offer]


def offered(game: Game[Any], lang: str) -> list[Offers]:
    """Everything a decision asks about, by what it is about: what may be chosen, and for each kind that is closed its reason."""
    pending = game.pending
    if pending is None or not isinstance(pending.step, Decision):
        return []
    subject_of = teller_of(game).subject
    groups: dict[Subject | None, list[Offer]] = {}
    legal = set(pending.raw)
    for action in pending.step.actions.values():
        by_subject: dict[Subject | None, list[Option]] = {}
        for option in action.considered(game.state, *pending.task[1:]):
            by_subject.setdefault(subject_of(option), []).append(option)
        for subject, options in by_subject.items():
            open_ones = [option for option in options if option in legal]
            shown = open_ones or [_nearest(game, pending, options)]
            groups.setdefault(subject, []).extend(_offer(game, pending, option, option in legal, lang) for option in shown)
    if None in groups:
        groups[None] = groups.pop(None)  # what belongs to no subject comes last
    return [Offers(subject, offers) for subject, offers in groups.items()]


def teller_of(game: Game[Any]) -> BookTeller:
    """Who tells the choices, and says what each is about."""
    teller: BookTeller = game.manifest.words(game.state, game.names)
    return teller


def _nearest(game: Game[Any], pending: Pending, options: list[Option]) -> Option:
    """Of several ways that are all closed the one that fails last: its reason says most."""
    step = pending.step
    assert isinstance(step, Decision)

    def holds(option: Option) -> int:
        action = step.actions[option[0]]
        failing = action.failing(game.state, pending.task[1:], option[1:])
        return len(action.needs) if failing is None else action.needs.index(failing)

    return max(options, key=holds)


def _offer(game: Game[Any], pending: Pending, option: Option, is_legal: bool, lang: str) -> Offer:
    notation = str(pending.choice(option))
    refusal = None if is_legal else game.why_not(notation) or why_not(game.state, pending, option)
    return Offer(option, notation, game.kit.tell_option(game.state, game.names, option, lang), refusal)


# Drawn


def choices_html(game: Game[Any], groups: list[Offers], lang: str) -> Svg:
    """What can be chosen; what is closed stands there too, with its reason."""
    teller = teller_of(game)
    say = words_of(lang, game.manifest.texts)
    hotkeys = iter(HOTKEYS)
    drawn = []
    for group in groups:
        rows = []
        for offer in group.offers:
            is_open = offer.refusal is None
            words = label_of(game, offer, lang, group.subject is not None)
            rows.append(open_html(offer, words, next(hotkeys, None)) if is_open else closed_html(offer, words, say))
        titled = group.subject is not None and len(groups) > 1
        title = [_title(teller.heading(group.subject, lang))] if titled and group.subject is not None else []
        drawn.append(block("offers", *title, block("row" if group.subject is not None else "column", *rows)))
    count = sum(offer.refusal is None for group in groups for offer in group.offers)
    head = tag("summary", text(say("decide.all", count=count)), data_key="fold:choices")
    few = "open" if all(group.subject is None for group in groups) else None
    return tag("details", head, block("choices", *drawn), class_="bl-fold", open=few)


def open_html(offer: Offer, label: str, key: str | None, where: str = "panel") -> Svg:
    """A choice that may be made."""
    return tag(
        "button",
        text(label),
        *([tag("kbd", text(key))] if key else []),
        type="button",
        class_="bl-answer" if where == "answer" else "bl-choice",
        data_act="choose",
        data_value=offer.notation,
        data_key=f"{where}:{offer.notation}",
        data_hotkey=key,
        data_tip=None if label == offer.words else offer.words,
        aria_label=offer.words,
    )


def closed_html(offer: Offer, words: str, say: Words) -> Svg:
    """A choice that may not be made, with the reason and its rule."""
    assert offer.refusal is not None
    return tag(
        "div",
        span("closedwords", words),
        text(" "),
        rule_link(offer.refusal.rule, say),
        class_="bl-choice bl-impossible",
        data_closed=offer.notation,
    )


def _title(heading: Heading) -> Svg:
    """What a group of choices is about: its name, after a dot of its colour if it has one."""
    dot = tag("span", Svg("&#8203;"), class_="bl-dot", style=f"background:{heading.fill}", title=heading.colour)
    return tag("div", *([dot] if heading.fill else []), text(heading.name), class_="bl-cardname")


def label_of(game: Game[Any], offer: Offer, lang: str, under_subject: bool) -> str:
    """What stands on a choice. Under the name of a card a short label does; a choice that is closed says why."""
    teller = teller_of(game)
    if offer.refusal is not None:
        return teller.closed(offer.option, offer.refusal, lang, game.state)
    return (teller.label(offer.option, lang, game.state) if under_subject else None) or offer.words


def refusal_html(refusal: Refusal, lang: str, say: Words) -> Svg:
    """Why not: the reason with its numbers, and the rule."""
    return block("refusal", text(refusal.text(lang)), text(" "), rule_link(refusal.rule, say), role="status")


def because_html(events: list[Event], fresh: list[Event], lang: str, say: Words) -> Svg:
    """What happened here as a forest of causes; what has just happened stands out."""
    new = {event.index for event in fresh}
    rows = [
        tag(
            "li",
            text(event.text(lang)),
            text(" "),
            rule_link(event.rule, say),
            class_="bl-fresh" if event.index in new else None,
            style=f"margin-left:{min(depth, 8) * 16}px",
            data_event=event.kind,
        )
        for depth, event in list(walk(events))[-MOST_EVENTS:]
    ]
    body = tag("ul", *rows, class_="bl-because") if rows else block("quiet", text(say("because.nothing")))
    return Svg(heading(say("because.title")) + body)


def agenda_html(game: Game[Any], lang: str) -> Svg:
    """Now, next, later."""
    say = words_of(lang, game.manifest.texts)
    steps = game.agenda_text(lang)
    if not steps:
        return Svg("")
    more = len(steps) - MOST_AGENDA
    rows = [tag("li", text(step), class_="bl-now" if place == 0 else None) for place, step in enumerate(steps[:MOST_AGENDA])]
    if more > 0:
        rows.append(tag("li", text(say("agenda.more", count=more))))
    return Svg(heading(say("agenda.title")) + tag("ol", *rows, class_="bl-agenda"))


def hint_button(say: Words) -> Svg:
    """Ask for a hint."""
    return button("hint", "", say("hint.ask"), "small")


def hint_html(hint: Hint, lang: str, say: Words, progress: tuple[int, int] | None = None) -> Svg:
    """What would be good and why, in a sentence; the numbers behind it for whoever asks for more.

    While somebody is still thinking about it, how far that is, and a button that ends it.
    """
    more = tag("summary", text(say("hint.more")), data_key="fold:hint")
    numbers = [tag("div", text(line)) for line in hint.details(lang).splitlines()]
    sentence = tag("p", text(hint.text(lang)))
    details = tag("details", more, block("hintmore", *numbers), class_="bl-fold")
    thinking = Svg("")
    if progress is not None:
        tried, asked = progress
        words = say("hint.refining", tried=tried, asked=asked)
        bar = tag("progress", text(words), value=tried, max=asked, aria_label=words)
        stop = button("hint_stop", "", say("hint.stop"), "small")
        thinking = block("progress", tag("div", text(words), aria_hidden="true"), bar, stop)
    return block("hint", heading(say("hint.title")), sentence, thinking, details)
