"""The rule tab: the card of the rule that asks, happened or refused, or of any other; its languages, readings and scenarios.

Above it stand the way to the contents (rule_contents.py) and the search. What is open is kept by the explorer (consulting.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...kernel import LabError
from ...kernel.errors import one_line
from ...kernel.rulesets import BaseRuleset
from ...rulebook.catalogue import Rule, ruleset_fields
from ...show.rule_cards import card_parts
from ...show.svg import Svg, tag
from ..controls import LANGUAGE_NAMES
from ..markup import block, button, heading, rule_link, span, text
from ..otherwise import Reading, Switch, switches_of
from ..surface import Act
from .board_panel import seen_events
from .rule_contents import contents, results, rule_button

if TYPE_CHECKING:
    from ..explorer import Explorer

MOST_LINKS, MOST_SCENARIOS = 12, 4
FRAME = '<div class="bl-rulefind" data-part="find"></div><div data-part="here"></div><div data-part="rule"></div>'


def acts(explorer: Explorer) -> dict[str, Act]:
    """What can be pressed on the tab."""

    def other(value: str) -> None:
        name, _, place = value.partition(":")
        values = ruleset_fields(explorer.manifest)[name].values if name in ruleset_fields(explorer.manifest) else ()
        if not place.isdecimal() or len(place) > 2 or int(place) >= len(values):
            raise LabError(f"unknown reading {one_line(value, 40)!r}")
        explorer.play_other_way(name, values[int(place)])

    return {
        "rule": explorer.show_rule,
        "rule_contents": lambda _: explorer.show_contents(),
        "rule_results": lambda _: explorer.find_rules(explorer.sought),
        "rule_chapter": explorer.fold_chapter,
        "rule_find": explorer.seek,
        "rule_languages": lambda on: explorer.compare_languages(bool(on)),
        "rule_more": lambda on: explorer.show_whole_card(bool(on)),
        "rule_other": other,
    }


def drawn(explorer: Explorer) -> dict[str, str]:
    """The search, the rule that speaks here if another is open, and below them contents, results or a card."""
    here, chosen = rule_here(explorer), current_rule(explorer)
    offered = here if here in explorer.manifest.catalogue and (explorer.browsing or chosen != here) else ""
    if not explorer.browsing:
        shown = _card(explorer, chosen, chosen == here)
    else:
        shown = results(explorer) if explorer.sought.strip() else contents(explorer)
    parts = {"find": _find(explorer), "here": _here(explorer, offered) if offered else Svg(""), "rule": shown}
    return {name: str(part) for name, part in parts.items() if part}


def _find(explorer: Explorer) -> Svg:
    """The way to the contents or back to what was found, and the search."""
    say = explorer.words
    label = say("rule.search")
    sought = tag(
        "input",
        type="search",
        value=explorer.sought,
        placeholder=say("rule.search_hint"),
        aria_label=label,
        autocomplete="off",
        spellcheck="false",
        data_act="rule_find",
        data_key="rule_find",
        data_live="120",
        data_into=".bl-rulelist button",
    )
    ways = []
    if not explorer.browsing and explorer.sought.strip():
        ways.append(button("rule_results", "", f"‹ {say('rule.results')}", "small"))
    if not explorer.browsing or explorer.sought.strip():
        ways.append(button("rule_contents", "", f"☰ {say('rule.contents')}", "small"))
    return block("rulesearch", *ways, tag("label", sought, class_="bl-field"), data_still="")


def _here(explorer: Explorer, rule: str) -> Svg:
    """The rule that asks, happened or refused last."""
    label = span("label", explorer.words("rule.here"))
    return block("rulehere", label, rule_button(explorer, explorer.manifest.catalogue[rule]))


# Which rule


def current_rule(explorer: Explorer) -> str:
    """The rule that was opened, else the one that speaks here."""
    return explorer.rule or rule_here(explorer)


def rule_here(explorer: Explorer) -> str:
    """The rule of a refusal, of the question, or of what happened last."""
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


# The card


def _card(explorer: Explorer, chosen: str, speaks: bool) -> Svg:
    """The card, its languages and readings, the scenarios to run, and the other rules that speak here."""
    say, known = explorer.words, explorer.manifest.catalogue
    if not chosen:
        return block("quiet", text(say("rule.none")))
    if chosen not in known:
        return block("quiet", text(say("rule.unknown", rule=chosen)))
    rule, rules = known[chosen], getattr(explorer.state, "rules", None)
    parts = card_parts(rule, explorer.lang, rules)
    frame = explorer.manifest.chapters
    where = [span("label", frame.title(rule.chapter, explorer.lang))]
    where.append(span("chip", frame.word(f"kind.{rule.kind}", explorer.lang)))
    if speaks:
        where.append(span("chip bl-speaks", say("rule.here")))
    card = [
        block("rulewhere", *where),
        block("statement", parts["statement"]),
        tag("code", text(rule.id), class_="bl-id"),
        *(_readings(explorer, switch) for switch in switches_of(rule, rules, explorer.lang)),
        _languages(explorer, rule, rules),
        _numbers(rule, rules, frame.word("parameters", explorer.lang)),
        _runs(explorer, rule),
        _more(explorer, parts),
    ]
    others = [
        rule_button(explorer, known[other]) if other in known else rule_link(other, say) for other in _others(explorer, chosen)
    ]
    if others:
        card.append(tag("div", heading(say("rule.others")), *others))
    return block("ruling", *card, data_rule=rule.id)


def _languages(explorer: Explorer, rule: Rule, rules: BaseRuleset | None) -> Svg:
    """A switch, and the statement in every language that the rule is said in."""
    if len(rule.languages) < 2:
        return Svg("")
    on = "checked" if explorer.all_languages else None
    box = tag("input", type="checkbox", checked=on, data_act="rule_languages", data_key="rule_languages")
    switch = tag("label", box, text(f" {explorer.words('rule.languages')}"), class_="bl-field")
    if not explorer.all_languages:
        return switch
    said = [
        tag("div", span("label", LANGUAGE_NAMES[lang]), tag("p", text(rule.text(lang, rules))), lang=lang, class_="bl-tongueof")
        for lang in rule.languages
    ]
    return Svg(switch + block("tongues", *said))


def _readings(explorer: Explorer, switch: Switch) -> Svg:
    """The ways to understand a rule, which of them is played, and a game with the other."""
    say = explorer.words
    now = next((reading for reading in switch.readings if reading.in_force), None)
    if now is None or len(switch.readings) < 2:
        return Svg("")
    said = [_reading(explorer, switch, place, reading, now) for place, reading in enumerate(switch.readings)]
    key = "other.set_up" if switch.field.set_up else "other.over" if explorer.game.over else "other.tip"
    foot = block("quiet", text(say(key, back=say("bar.back"))))
    if explorer.opened and key == "other.tip":
        foot = button("back", "", say("bar.back"), "small", data_key="other:back")
    return block("readings", heading(say("other.title", count=len(said))), *said, foot, data_switch=switch.field.name)


def _reading(explorer: Explorer, switch: Switch, place: int, reading: Reading, now: Reading) -> Svg:
    say = explorer.words
    if reading.in_force:
        doing = span("chip bl-speaks", say("other.now"))
    elif switch.field.set_up or explorer.game.over:
        doing = Svg("")
    else:
        value = f"{switch.field.name}:{switch.field.values.index(reading.value)}"
        doing = button("rule_other", value, say("other.play"), "small", aria_label=f"{say('other.play')}: {reading.said}")
    words = text(reading.said) if reading.in_force else _unlike(reading.said, now.said)
    return block("reading", tag("p", words), doing, data_now="" if reading.in_force else None, data_place=place)


def _unlike(said: str, other: str) -> Svg:
    """A sentence with the words marked that are not in the other one: whatever stands between what both begin and end with."""
    here, there = said.split(" "), other.split(" ")
    most = min(len(here), len(there))
    head = next((place for place in range(most) if here[place] != there[place]), most)
    tail = next((place for place in range(most - head) if here[-1 - place] != there[-1 - place]), most - head)
    first, unlike, last = here[:head], here[head : len(here) - tail], here[len(here) - tail :]
    pieces = [text(" ".join(first)), tag("mark", text(" ".join(unlike))) if unlike else Svg(""), text(" ".join(last))]
    return Svg(" ".join(piece for piece in pieces if piece))


def _runs(explorer: Explorer, rule: Rule) -> Svg:
    """The scenarios that show a rule."""
    say = explorer.words
    titles = {name: explorer.manifest.scenarios[name][0].title for name in rule.scenarios[:MOST_SCENARIOS]}
    runs = [
        button("scenario", name, say("rule.run", scenario=title.get(explorer.lang) or title.get("en", name)), "small")
        for name, title in titles.items()
    ]
    return block("runs", *runs) if runs else Svg("")


def _numbers(rule: Rule, rules: BaseRuleset | None, label: str) -> Svg:
    """The values in force, by the names by which they can be changed."""
    material = rule.manifest.material_for(rules, {}) if rules is not None else {}
    found = rule.values(rules, **material)
    shown = {name: ", ".join(map(str, value)) if isinstance(value, tuple) else value for name, value in found.items()}
    named = [tag("code", text(f"{name} = {value}"), class_="bl-id") for name, value in shown.items()]
    return block("numbers", span("label", label), *named) if named else Svg("")


def _more(explorer: Explorer, parts: Mapping[str, Svg]) -> Svg:
    """Where the values come from, what the documents say, where they disagree, and known misreadings."""
    inside = [parts[name] for name in ("parameters", "documents", "discrepancies", "confusions") if parts[name]]
    if not inside:
        return Svg("")
    is_open = explorer.whole_card
    head = [span("arrow", "▾ " if is_open else "▸ ", aria_hidden="true"), span("chaptername", explorer.words("rule.more"))]
    button_of_it = tag(
        "button",
        *head,
        type="button",
        class_="bl-chapter",
        data_act="rule_more",
        data_value="" if is_open else "1",
        data_key="rule:more",
        aria_expanded="true" if is_open else "false",
    )
    return Svg(button_of_it + (block("rulemore", *inside) if is_open else ""))
