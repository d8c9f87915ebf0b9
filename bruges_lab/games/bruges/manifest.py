"""Bruges for the lab: where each thing lives. A slot is imported when it is first used."""

from ..manifest import Manifest

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
    fields="fields:FIELDS",
    positions="positioning:BrugesPositions",
    scenarios="scenarios",
    editor="panels.position_form:BrugesForm",
    terminal="pictures.terminal:position_text",
    reading="matchers",
    samples="samples",
    policies={"random": "lab", "greedy": "play.greedy:greedy_policy", "search": "lab"},
    measures="play.measures:MEASURES",
    weighing="play.weighing:BrugesWeighing",
    score_parts="play.score_parts:BrugesScoreParts",
    result_row="play.result_row:BrugesRows",
)
