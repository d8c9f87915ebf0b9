"""The rule panel: the card of the rule that asks, happened or refused, in the language shown; its scenarios can be run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...show.rule_cards import card_html
from ...show.svg import Svg, tag
from ..markup import block, button, heading, rule_link, text
from .board_panel import seen_events

if TYPE_CHECKING:
    from ..explorer import Explorer

MOST_LINKS, MOST_SCENARIOS = 12, 4


def drawn(explorer: Explorer) -> Svg:
    """The card, the scenarios to run, and the other rules that speak here."""
    say = explorer.words
    chosen = current_rule(explorer)
    if not chosen:
        return block("quiet", text(say("rule.none")))
    known = explorer.manifest.catalogue
    if chosen not in known:
        return block("quiet", text(say("rule.unknown", rule=chosen)))
    found = known[chosen]
    titles = {name: explorer.manifest.scenarios[name][0].title for name in found.scenarios[:MOST_SCENARIOS]}
    runs = [
        button("scenario", name, say("rule.run", scenario=title.get(explorer.lang, name)), "small")
        for name, title in titles.items()
    ]
    others = [tag("li", rule_link(other, say)) for other in _others(explorer, chosen)]
    card = Svg(card_html(found, explorer.lang, getattr(explorer.state, "rules", None)))
    parts = [card, block("runs", *runs)]
    if others:
        parts += [heading(say("rule.others")), tag("ul", *others, class_="bl-links")]
    return block("ruling", *parts)


def current_rule(explorer: Explorer) -> str:
    """The rule that was opened; else that of a refusal, of the question, or of what happened last."""
    if explorer.rule:
        return explorer.rule
    if explorer.refusal is not None:
        return explorer.refusal.rule
    _, fresh = seen_events(explorer)
    pending = explorer.game.pending
    if explorer.cursor.inside and fresh:
        return fresh[-1].rule
    if pending is not None:
        return pending.rule
    return fresh[-1].rule if fresh else ""


def _others(explorer: Explorer, chosen: str) -> list[str]:
    events, _ = seen_events(explorer)
    found = dict.fromkeys(event.rule for event in reversed(events))
    pending = explorer.game.pending
    if pending is not None:
        found.setdefault(pending.rule)
    return [other for other in found if other != chosen][:MOST_LINKS]
