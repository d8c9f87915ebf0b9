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
    reading="matchers",
    samples="samples",
    exports={
        "Board": "board:Board",
        "Card": "deck:Card",
        "Deck": "deck:Deck",
        "House": "model:House",
        "Player": "model:Player",
        "Ruleset": "ruleset:Ruleset",
        "ScoreSheet": "rules.scoring:ScoreSheet",
        "State": "model:State",
        "majorities": "play.majority_outlook:majorities",
        "threat_odds": "play.threat_odds:threat_odds",
    },
    commands="commands:register",
    terminal="pictures.terminal:position_text",
    checks={"data": "long_checks:data", "games": "long_checks:games", "people": "long_checks:people"},
    doors="own_doors:doors",
)
