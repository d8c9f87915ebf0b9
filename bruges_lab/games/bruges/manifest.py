"""Bruges for the lab: where each thing lives. A slot is imported when it is first used."""

from ..manifest import LAB, Manifest

MANIFEST = Manifest(
    __name__,
    name="bruges",
    title={"en": "Bruges", "de": "Brügge", "fr": "Bruges", "it": "Bruges"},
    players=range(2, 5),
    kit="kit:BrugesKit",
    set_up="kit:lay_out",
    material="kit:material",
    ruleset="ruleset:Ruleset",
    seats="words:NAMES",
    words="telling:BrugesTeller",
    texts="locales",
    catalogue="rules",
    glossary="glossary",
    readings="readings",
    discrepancies="words:DISCREPANCIES",
    subjects="people_in_rules:BrugesSubjects",
    chapters="chapters.toml",
    printed="printed:BrugesPrinted",
    fields="fields:FIELDS",
    positions="positioning:BrugesPositions",
    scenarios="scenarios",
    lessons="lessons.toml",
    editor="panels.position_form:BrugesForm",
    terminal="pictures.terminal:position_text",
    picture="pictures.position:PICTURE",
    targets="pictures.position:TARGETS",
    figures={
        name: f"figures.plots:{name}"
        for name in ("threats", "risk", "majorities", "majority_race", "reputation", "money", "actions")
    },
    panels={
        "threats": "panels.threats_panel:Threats",
        "majorities": "panels.majorities_panel:Majorities",
        **dict.fromkeys(("score", "tree", "simulation", "compare", "edit", "text"), LAB),
    },
    chance_forms={"dice.roll": "panels.dice_form:FIVE_DICE"},
    chance_extra="panels.next_card_panel:NextCard",
    marks="pictures.timeline_marks:mark_colour",
    reading="matchers",
    samples="samples",
    policies={"greedy": "play.greedy:greedy_policy", "random": LAB, "search": LAB},
    measures="play.measures:MEASURES",
    weighing="play.weighing:BrugesWeighing",
    score_parts="play.score_parts:BrugesScoreParts",
    result_row="play.result_row:BrugesRows",
)
