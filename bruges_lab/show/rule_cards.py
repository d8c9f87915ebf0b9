"""What is known of a rule, in one place: as a card for notebooks, as text for terminals; and lists of rules.

A card has its styles in its tags and the colour of its text from the page, so it looks right in light and dark themes and in a
notebook that is not trusted. Its scenarios are played when it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..games import shelf
from ..kernel.errors import one_line
from ..kernel.rulesets import BaseRuleset, Field, Value
from ..rulebook.catalogue import Confusion, Rule, ruleset_fields, usual_rules
from ..rulebook.lookup import Coverage, tell_apart
from ..rulebook.proving import Proof, prove
from ..rulebook.readings import document_title
from ..rulebook.scenarios import Scenario
from ..rulebook.subjects import MARK, subjects_of
from ..rulebook.texts import lab_texts
from .card_tags import LINE, MONO, code, heading, listed, muted, row, spoken
from .discrepancy_cards import entry_html
from .svg import Svg, tag

if TYPE_CHECKING:
    from rich.console import RenderableType

# What is said


class Parameter(NamedTuple):
    """A number or reading of a rule: its value, its unit, where it may be changed, and whether it is reconstructed."""

    name: str
    value: str
    unit: str
    """What it counts, by its id."""
    counted: str
    """The same in words."""
    owner: str
    """ruleset, reading, engine, card or fact."""
    options: str
    """The values of a reading, or the name of the card."""
    marked: bool


def parameters(rule: Rule, lang: str, rules: BaseRuleset | None, **material: object) -> list[Parameter]:
    """The numbers of a rule."""
    found, fields = [], ruleset_fields(rule.manifest)
    subjects = subjects_of(rule.manifest, rules, **material)
    for name, value in rule.values(rules, **material).items():
        shown, field = _shown(value), fields.get(name)
        if name in rule.facts:
            found.append(Parameter(name, shown, "", "", "fact", "", False))
        elif field is not None and field.values:
            found.append(Parameter(name, shown, "", "", "reading", ", ".join(map(_shown, field.values)), False))
        elif field is not None:
            owner = "ruleset" if _changeable(rule.manifest.ruleset(), field) else "engine"
            found.append(Parameter(name, shown, field.unit, _unit(rule, field.unit, value, lang), owner, "", False))
        elif subjects is not None:
            number = subjects.number(rule, name)
            whose = subjects.name(number.subject, lang)
            unit = rule.parameters[name]
            found.append(Parameter(name, shown, unit, _unit(rule, unit, value, lang), "card", whose, number.unsure))
    return found


def _unit(rule: Rule, unit: str, value: object, lang: str) -> str:
    """What a number counts, in the number that goes with it; by its id where the game has no word for it."""
    key, texts = unit.replace(" ", "_"), rule.manifest.texts
    if not texts.has("unit", key, lang):
        return unit
    return texts.say("unit", key, {"count": value if isinstance(value, int) else 2}, lang)


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _changeable(usual: BaseRuleset, field: Field) -> bool:
    """Whether the engine can play any other value; some numbers stand in the ruleset only to be said."""
    if not isinstance(field.default, int):
        return True
    for other in (field.default - 1, field.default + 1):
        try:
            usual.changed(**{field.name: other})
        except ValueError as error:
            if not str(error).startswith(f"{field.name}: Expected"):
                return True  # it contradicts another number, which may be changed as well
            continue
        return True
    return False


def changes(confusion: Confusion) -> str:
    """What makes the engine play a misreading, as a user would type it; nothing if nothing does."""
    return ", ".join(f"{name}={_typed(value)}" for name, value in (confusion.change or {}).items())


def _typed(value: Value | list[int]) -> str:
    return f'"{value}"' if isinstance(value, str) else str(tuple(value) if isinstance(value, list) else value)


def proofs(rule: Rule) -> list[Proof]:
    """The scenarios of a rule, played now."""
    return [prove(Scenario.read(name, game=rule.manifest.name)) for name in rule.scenarios]


def _note(rule: Rule, lang: str, rules: BaseRuleset | None, **material: object) -> str:
    """What the rule refers to that no document gives, in words; nothing if there is nothing."""
    subjects = subjects_of(rule.manifest, rules, **material)
    return "" if subjects is None else subjects.note(rule, lang)


def _switches(rule: Rule, entry: str) -> str:
    """The field of the ruleset that chooses between the readings of a discrepancy, if there is one."""
    return ", ".join(field.name for field in ruleset_fields(rule.manifest).values() if field.entry == entry)


# A card for notebooks

_VERDICTS = {
    "agrees": ("✓", "#2a9d6a"),
    "contradicts": ("✗", "#d8412f"),
    "ambiguous": ("?", "#c98a00"),
    "silent": ("–", "#8a8a8a"),
}


def card_html(rule: Rule, lang: str = "en", rules: BaseRuleset | None = None) -> str:
    """The card of a rule."""
    word = rule.manifest.chapters.word
    parts = list(card_parts(rule, lang, rules).values())
    played = [scenario_html(proof, lang) for proof in proofs(rule)]
    parts.append(_section(word("scenarios", lang), played or [muted(word("no_scenarios", lang))]))
    style = f"max-width:900px;border:{LINE};border-radius:8px;padding:14px 18px;font-size:13px;line-height:1.45;margin:4px 0"
    return tag("div", *parts, class_="bl-rule", lang=lang, data_rule=rule.id, style=style)


def card_parts(rule: Rule, lang: str, rules: BaseRuleset | None) -> dict[str, Svg]:
    """What stands on a card besides the scenarios, by name and in order; empty where there is nothing to say."""
    rules = usual_rules(rule.manifest) if rules is None else rules
    material, word = rule.manifest.material_for(rules, {}), rule.manifest.chapters.word
    numbers = [_parameter(rule, parameter, lang) for parameter in parameters(rule, lang, rules, **material)]
    entries = [entry_html(rule.manifest.discrepancies[entry], lang) for entry in rule.discrepancies]
    return {
        "head": _head(rule, lang),
        "statement": _statement(rule, lang, rules, **material),
        "documents": _documents(rule, lang),
        "parameters": _section(word("parameters", lang), numbers),
        "discrepancies": _section(word("discrepancies", lang), entries),
        "confusions": _section(word("confusions", lang), [_confusion(rule, confusion, lang) for confusion in rule.confusions]),
    }


def _head(rule: Rule, lang: str) -> Svg:
    frame = rule.manifest.chapters
    place = frame.word("place", lang, number=rule.number, count=len(rule.manifest.catalogue))
    kind = spoken(frame.word(f"kind.{rule.kind}", lang), f"border:{LINE};border-radius:9px;padding:1px 9px;font-size:12px")
    where = muted(f"{frame.title(rule.chapter, lang)} · {place}")
    title = spoken(rule.id, f"{MONO};font-size:15px;font-weight:600")
    return tag("div", title, kind, where, style="display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 12px")


def _statement(rule: Rule, lang: str, rules: BaseRuleset | None, **material: object) -> Svg:
    parts = [tag("div", spoken(rule.text(lang, rules, **material)), style="font-size:16px;line-height:1.4")]
    if note := _note(rule, lang, rules, **material):
        parts.append(tag("div", muted(note), data_mark="reconstructed", style="margin-top:4px"))
    return tag("div", *parts, style="margin:8px 0 12px")


def _documents(rule: Rule, lang: str) -> Svg:
    """The documents side by side; nothing if the game has none."""
    if not rule.sources:
        return Svg("")
    word = rule.manifest.chapters.word
    columns = []
    for document, says in rule.sources.items():
        verdict, _, lines = says.partition(" ")
        mark, colour = _VERDICTS[verdict]
        place = (
            word("lines", lang, lines=lines.replace("-", "–"), count=2 if set(",-") & set(lines) else 1) if lines else "\u00a0"
        )
        columns.append(
            tag(
                "div",
                tag("div", spoken(document, "font-weight:600"), muted(f" {document_title(rule.manifest, document, lang)}")),
                tag("div", spoken(f"{mark} ", f"color:{colour};font-weight:600"), spoken(word(f"verdict.{verdict}", lang))),
                tag("div", muted(place)),
                data_document=document,
                data_verdict=verdict,
                style=f"border-left:3px solid {colour};padding-left:8px",
            )
        )
    grid = tag("div", *columns, style="display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));gap:8px 14px")
    return tag("div", heading(word("documents", lang)), grid, style="margin-top:10px")


def _section(title: str, rows: Sequence[Svg]) -> Svg:
    """A heading and what stands under it; nothing if there is nothing."""
    if not rows:
        return Svg("")
    return tag("div", heading(title), tag("div", *rows), style="margin-top:12px")


def _parameter(rule: Rule, parameter: Parameter, lang: str) -> Svg:
    value = f"{parameter.name} = {parameter.value} {parameter.counted}".rstrip() + (f" {MARK}" if parameter.marked else "")
    where = rule.manifest.chapters.word(f"where.{parameter.owner}", lang, **_filling(parameter))
    return row(code(value), muted(where), data_parameter=parameter.name)


def _filling(parameter: Parameter) -> dict[str, str]:
    return {"reading": {"values": parameter.options}, "card": {"card": parameter.options}}.get(parameter.owner, {})


def _confusion(rule: Rule, confusion: Confusion, lang: str) -> Svg:
    word, typed = rule.manifest.chapters.word, changes(confusion)
    parts = [code(confusion.name), spoken(word("confusion", lang, says=rule.misread(confusion, lang)))]
    if not typed:
        parts.append(muted(word("not_played", lang)))
    else:
        played = [muted(f"{word('played_with', lang)} "), code(typed)]
        if names := tell_apart(rule, confusion):
            played += [muted(f", {word('told_apart', lang)} "), spoken(", ".join(names), f"{MONO};opacity:0.7")]
        parts.append(tag("div", *played, style="flex-basis:100%;padding-left:1.5em"))
    return row(*parts, data_confusion=confusion.name)


def scenario_html(proof: Proof, lang: str) -> Svg:
    """A scenario as it came: whether it holds, and if not, every difference."""
    word, scenario = proof.game.manifest.chapters.word, proof.scenario
    mark, colour = _VERDICTS["agrees" if proof.holds else "contradicts"]
    verdict = spoken(f"{mark} {word('holds' if proof.holds else 'differs', lang)}", f"color:{colour};font-weight:600")
    faults = [tag("div", muted(one_line(fault, 200)), style="flex-basis:100%;padding-left:1.5em") for fault in proof.differences]
    title = _title(scenario, lang) or scenario.name
    return row(verdict, spoken(title), spoken(scenario.name, f"{MONO};opacity:0.7"), *faults, data_scenario=scenario.name)


def _title(scenario: Scenario, lang: str) -> str:
    """What a scenario is called, in English if not in this language."""
    return one_line(scenario.title.get(lang) or scenario.title.get("en", ""))


# Several rules


def rules_html(rules: Sequence[Rule], lang: str = "en") -> str:
    """Some rules of one game as a table: id, kind, statement."""
    manifest = rules[0].manifest if rules else shelf.find()
    word = manifest.chapters.word
    cell = "text-align:left;vertical-align:top;padding:3px 10px 3px 0"
    rows = [
        tag(
            "tr",
            tag("td", code(rule.id), style=f"{cell};white-space:nowrap"),
            tag("td", muted(word(f"kind.{rule.kind}", lang)), style=cell),
            tag("td", spoken(rule.text(lang)), style=cell),
            data_rule=rule.id,
            style=f"border-bottom:{LINE}",
        )
        for rule in rules
    ]
    table = tag(
        "table",
        tag("tbody", *rows, Svg("")),
        style="table-layout:auto;border-collapse:collapse;margin:0;width:100%;font-size:13px",
    )
    box = tag("div", table, style="max-height:640px;overflow:auto") if rows else Svg("")
    count = tag("div", muted(f"{len(rules)} / {len(manifest.catalogue)}"), style="margin-bottom:4px")
    return tag("div", count, box, class_="bl-rules", lang=lang, style="max-width:960px;font-size:13px;line-height:1.4")


# Terminals


def rule_text(rule: Rule, lang: str = "en", rules: BaseRuleset | None = None) -> RenderableType:
    """A rule with all that is known of it, for a terminal."""
    from rich.console import Group
    from rich.text import Text

    rules = usual_rules(rule.manifest) if rules is None else rules
    material, frame = rule.manifest.material_for(rules, {}), rule.manifest.chapters
    place = frame.word("place", lang, number=rule.number, count=len(rule.manifest.catalogue))
    kind = frame.word(f"kind.{rule.kind}", lang)
    parts: list[RenderableType] = [
        Text.assemble((rule.id, "bold"), f"  {kind} · {frame.title(rule.chapter, lang)} · {place}"),
        Text(rule.text(lang, rules, **material)),
    ]
    if unsure := _note(rule, lang, rules, **material):
        parts.append(Text(unsure, style="dim"))
    numbers = []
    for p in parameters(rule, lang, rules, **material):
        owner = frame.word(f"where.{p.owner}", lang, **_filling(p))
        numbers.append(f"{p.name} = {p.value} {p.counted}".rstrip() + f"{f' {MARK}' if p.marked else ''}   [{owner}]")
    said = [
        f"{document} {says if lang == 'en' else _said(rule, says, lang)}  ({document_title(rule.manifest, document, lang)})"
        for document, says in rule.sources.items()
    ]
    parts += listed(frame.word("parameters", lang), numbers) + listed(frame.word("documents", lang), said)
    parts += listed(frame.word("discrepancies", lang), [_entry_text(rule, entry, lang) for entry in rule.discrepancies])
    wrong = []
    for confusion in rule.confusions:
        typed, names = changes(confusion), tell_apart(rule, confusion)
        shown_by = f", {frame.word('told_apart', lang)} {', '.join(names)}" if names else ""
        wrong.append(f"{confusion.name}: {rule.misread(confusion, lang)}" + (f"   [{typed}]{shown_by}" if typed else ""))
    parts += listed(frame.word("confusions", lang), wrong)
    played = []
    for proof in proofs(rule):
        result = "✓" if proof.holds else f"✗ {frame.word('differs', lang)}: {'; '.join(proof.differences)}"
        played.append(f"{proof.scenario.name}: {_title(proof.scenario, lang)} {result}")
    parts += listed(frame.word("scenarios", lang), played or [frame.word("no_scenarios", lang)])
    return Group(*parts)


def _entry_text(rule: Rule, entry: str, lang: str) -> str:
    switch = _switches(rule, entry)
    return f"{entry} {rule.manifest.discrepancies[entry].title(lang)}" + (f" ({switch})" if switch else "")


def _said(rule: Rule, says: str, lang: str) -> str:
    verdict, _, lines = says.partition(" ")
    return f"{rule.manifest.chapters.word(f'verdict.{verdict}', lang)} {lines}".rstrip()


def rules_text(found: Sequence[Rule], lang: str = "en", rules: BaseRuleset | None = None) -> RenderableType:
    """Some rules as a table of ids and statements, under a ruleset."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False)
    for rule in found:
        table.add_row(rule.id, Text(rule.text(lang, rules)))
    return table


def coverage_text(found: Sequence[Coverage], lang: str = "en") -> RenderableType:
    """How far the scenarios cover the rules, kind by kind, and the rules that none of them shows."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    def say(key: str, **values: str) -> str:
        return lab_texts().say("terminal", f"coverage.{key}", values, lang)

    def kind(name: str) -> str:
        return lab_texts().say("rulebook", f"kind.{name}", {}, lang)

    table = Table(*map(say, ("kind", "rules", "shown", "cited", "missing")), box=None, pad_edge=False)
    for r in found:
        table.add_row(kind(r.kind), *map(str, (r.rules, r.shown, r.cited, len(r.missing))))
    sums = [sum(column) for column in zip(*((r.rules, r.shown, r.cited, len(r.missing)) for r in found), strict=True)]
    table.add_row(say("all"), *map(str, sums), style="bold")
    lists = (say("list", kind=kind(r.kind), rules=", ".join(r.missing)) for r in found if r.missing)
    return Group(table, *(Text(f"\n{line}") for line in lists))
