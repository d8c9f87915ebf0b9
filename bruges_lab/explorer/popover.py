"""What opens at the thing that was pressed: what it is, what it does, what can be done with it now and what cannot, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel import Choice
from ..show.picture import About
from ..show.svg import Svg, tag
from .markup import block, button, rule_link, span, text
from .panels.board_panel import open_choices, reason
from .panels.decision_panel import HOTKEYS, Offer, Offers, closed_html, label_of, open_html

if TYPE_CHECKING:
    from .explorer import Explorer

MOST_CLOSED = 6


def drawn(explorer: Explorer, target: str) -> Svg:
    """The popover at a target."""
    about = explorer.manifest.targets.about(explorer.state, explorer.names, explorer.seat, target, explorer.lang)
    rows = _actions(explorer, target)
    parts = [_head(explorer, about)] if about is not None else []
    if rows:
        parts.append(block("actions", *rows, role="group", aria_label=explorer.words("board.which")))
    elif about is None:
        parts.append(block("quiet", text(explorer.words("board.nothing"))))
    close = button("close", "", "×", "close", aria_label=explorer.words("close"))
    name = about.name if about is not None else explorer.words("board.which")
    return tag("div", close, *parts, class_="bl-popbox", role="dialog", aria_label=name)


def _head(explorer: Explorer, about: About) -> Svg:
    """What it is: picture, name, figures, what it does."""
    words = [tag("b", text(about.name), class_="bl-popname")]
    if about.kind:
        words.append(block("popkind", text(about.kind)))
    rule = [text(" "), rule_link(about.rule, explorer.words)] if about.rule and explorer.manifest.has("catalogue") else []
    if about.words:
        words.append(block("popwords", text(about.words)))
    words += [block("popnote", text(note)) for note in about.notes]
    if rule:
        words.append(block("poprule", *rule))
    picture = [block("poppicture", Svg(about.picture), aria_hidden="true")] if about.picture else []
    return block("pophead", *picture, block("poptext", *words))


def _actions(explorer: Explorer, target: str) -> list[Svg]:
    """What can be done here, then what cannot, with the reason."""
    if not open_choices(explorer):
        found = reason(explorer, target)
        return [] if found is None else [_why(explorer, found.text(explorer.lang), found.rule)]
    groups = offers_at(explorer, target)
    alone = len({group.subject for group in groups}) == 1
    rows, closed, keys = [], [], iter(HOTKEYS)
    for group in groups:
        for offer in group.offers:
            label = label_of(explorer.game, offer, explorer.lang, alone and group.subject is not None)
            if offer.refusal is None:
                rows.append(open_html(offer, label, next(keys, None), "pop"))
            else:
                closed.append(closed_html(offer, label, explorer.words))
    if not rows and not closed and (found := reason(explorer, target)) is not None:
        closed.append(_why(explorer, found.text(explorer.lang), found.rule))
    return [*rows, *closed[:MOST_CLOSED]]


def offers_at(explorer: Explorer, target: str) -> list[Offers]:
    """What the question offers at a target: what may be chosen there, and what may not."""
    of, state = explorer.manifest.targets.of, explorer.state
    found = []
    for group in explorer.offers():
        here = [offer for offer in group.offers if target in of(state, Choice.parse(offer.notation))]
        if here:
            found.append(Offers(group.subject, here))
    return found


def only_offer(explorer: Explorer, target: str) -> Offer | None:
    """The one thing that whoever looks can do at a target, if it is one."""
    if not open_choices(explorer):
        return None
    open_ones = [offer for group in offers_at(explorer, target) for offer in group.offers if offer.refusal is None]
    return open_ones[0] if len(open_ones) == 1 else None


def _why(explorer: Explorer, words: str, rule: str) -> Svg:
    return tag("div", span("closedwords", words), text(" "), rule_link(rule, explorer.words), class_="bl-choice bl-impossible")
