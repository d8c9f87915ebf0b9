"""English as an editor of rulebooks would pass it: every string of the data, whoever reads it and wherever it is shown.

What is tested of all languages is in test_language.py and test_plain_words.py; here are words translated from
German by ear, the name of the threat marker, figures for quantities, and who is spoken to.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from cases import each
from fluent.syntax import ast
from test_language import variants

from bruges_lab import places
from bruges_lab.kernel.records import read_toml
from bruges_lab.rulebook.texts import Template

GAMES = ("bruges", "burdigala")


class Said(NamedTuple):
    """One English text in one of its variants: of which sort, where it stands, what it says."""

    sort: str
    key: str
    text: str

    def __str__(self) -> str:
        return f"{self.sort} {self.key}: {self.text!r}"


def entries(file: str, folder: str) -> Iterator[Mapping[str, Any]]:
    """The entries of the lists in a file of a game; a game need not have it."""
    path = places.data(folder, file)
    if path.is_file():
        for listed in read_toml(path).values():
            yield from listed if isinstance(listed, list) else ()


def flat(entry: Any) -> Iterator[str]:
    """Every string inside of tables and lists."""
    if isinstance(entry, str):
        yield entry
    else:
        for inner in entry.values() if isinstance(entry, Mapping) else entry:
            yield from flat(inner)


def patterns() -> Iterator[tuple[str, str, str]]:
    for folder in ("lab", *GAMES):
        for section, texts in read_toml(places.data(folder, "locales") / "en.toml").items():
            if section != "forms":
                yield from ((section, f"{folder} {key}", pattern) for key, pattern in texts.items())
    for folder in GAMES:
        for path in sorted(places.data(folder, "rules").glob("*.toml")):
            for rule in read_toml(path)["rule"]:
                yield "rule", rule["id"], rule["text"]["en"]
                yield from (("says", f"{rule['id']}.{one['name']}", one["says"]) for one in rule.get("confusions", ()))
        for file in ("cards.toml", "ships.toml", "market.toml"):
            for entry in entries(file, folder):
                if "text" in entry:
                    yield "card", f"{folder} {entry['id']}", entry["text"]["en"]
                if isinstance(entry.get("name"), dict):
                    yield "name", f"{folder} {entry.get('id')}", entry["name"]["en"]
        for entry in entries("chapters.toml", folder):
            yield "title", f"chapter {entry['id']}", entry["title"]["en"]
        for path in sorted(places.data(folder, "scenarios").glob("*.toml")):
            yield from (("title", one["name"], one["title"]["en"]) for one in read_toml(path)["scenario"])
        for task in entries("lessons.toml", folder):
            yield from (("task", f"{task['name']} {part}", task[part]["en"]) for part in ("title", "question", "hint"))
        for sort, parts in read_toml(places.data(folder, "overview") / "en.toml").items():
            for part, words in parts.items():
                yield from (("overview", f"{folder} {sort}.{part}", text) for text in flat(words))
        for number, entry in read_toml(places.data(folder, "discrepancies") / "en.toml").items():
            for text in (entry["title"], entry["question"], *entry["readings"], entry["why"]):
                yield "open", number, text


@cache
def said() -> tuple[Said, ...]:
    """Everything that the data say in English, each text in each of its variants; what is filled in is N."""
    return tuple(
        Said(sort, key, text)
        for sort, key, pattern in patterns()
        for text in (
            variants(Template("test", "t", "", "t", pattern).parsed().value or ast.Pattern([])) if "{" in pattern else [pattern]
        )
    )


def faults(fault: str, *sorts: str, right: str = "") -> list[str]:
    """The texts, of some sorts or of all, in which a fault is found once the passages that are right are gone."""
    texts = [one for one in said() if not sorts or one.sort in sorts]
    return [str(one) for one in texts if re.search(fault, re.sub(right, "…", one.text) if right else one.text)]


# How a native says it

BANNED: Mapping[str, str] = {
    r"\bdamages\b|\b(an?|one|each|every|several|[2-9]|two|three) damage\b": "damage is not counted: kinds of damage",
    r"\bdamage\b[^.]* carried out\b": "damage is resolved",
    r"\bthrough (a|the|another) (person|people|canal|\w+’s)|\bthrough [A-Z](?!\w* ?track)": "with a person’s help",
    r"\bone’s own\b|\bof its own accord\b": "whose? custom, automatic",
    r"\b(comes?|came|come) out (other|differ)": "the outcome differs, ends differently",
    r"\bcalled so\b|\bthan (it )?does not\b": "has this name",
    r"\b(brought|bring|brings) on\b": "triggers, is triggered",
    r"\banew\b|\breckon|\bon the average\b": "again, count, on average",
    r"(^|[.:;] )[Ww]ho (declines|loses|gives|can|cannot|has|throws|completes|owns|uses|moves|draws|is behind)\b[^?]*"
    r" (pays|loses|discards|gets|takes|gives|chooses|may|has|removes)\b[^?]*$": ("a player who …, whoever …, declining …"),
    r"\b[Bb]rings? (him|her|them|you|\w+ owner|the player|nothing|no \w+|(N|\d+) (more )?(guilder|point|card|worker|step))": (
        "gives, scores, pays"
    ),
    r"\b[Bb]rings? (a |an |the |more |\w+ more )?(guilder|point|worker|card|statue|merchandise|plot|bonus)": "gives, scores",
    r"\bstands?\b(?! for\b)": "is; a character is on a square",
    r"\b(lies|lie|lying)\b": "is, are, is placed",
    r"\b(refills?|fills?|into|back to) the hand\b": "whose hand?",
    r"\bhands? (is |are )?open\b|\bopen hands?\b|\b[Ee]verything (is )?open\b|\b(cards|tiles) (are )?open\b": "visible",
    r"\b[Rr]ulesets?\b|\bengines?\b|\bnodes?\b|\bpolic(y|ies)\b|\b[Rr]eading of\b|\breadings\b": "rules, the lab, position",
    r"\b[Ww]here (nobody can|you agree|that is|this is|it is allowed)\b": "if …; (variant)",
    r"[a-z,] (Flood|Plague|Raid|Fire|Intrigue)\b(?!-)": "a flood, the plague, as in the log",
    r"\bfor nothing\b": "for free, without effect",
    r"\bof (their|his|her|your|one’s) own choice\b": "of their choice",
    r"\bonce a (round|turn)\b|\bone (\w+ )?a (round|turn|tile|player|move|seat)\b": "per",
}
"""Turns of phrase that no editor would pass, with what is said instead."""
SAID_RIGHT = r"\bhow things stand\b|\blie in plain sight\b|\bcounts for nothing\b"
"""Idioms in which a banned word is right."""


@each("fault", list(BANNED))
def test_no_turn_of_phrase_is_banned(fault: str) -> None:
    assert faults(fault, right=SAID_RIGHT) == [], f"say: {BANNED[fault]}"


# The token and its danger

DANGER = (
    r"\bshows? a threat\b|\bthe threats with all their damage\b|\b[Tt]hreats with all\b|\b[Aa]fter (the )?threats\b|"
    r"\b5 threats are called\b|\bfollowed by threats\b|\b[Tt]hreats and damage\b|\b[Ww]hich threat does\b|\beach threat does\b|"
    r"\bcolours? of (the|a) threats?\b|\beach threat have\b|\bEach threat does\b|\bthreat’s colour\b|"
    r"\bBetween threats and steps\b|\(threat\)|^[Tt]hreats?$"
)
"""Where the danger is meant and not the piece that is taken and given back."""


def test_a_threat_that_is_taken_counted_or_given_back_is_a_marker() -> None:
    assert faults(r"\b[Tt]hreats?\b(?! marker)", right=DANGER) == []


# Quantities

NUMBERS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirty|forty"
GOODS = (
    r"guilders?|points?|cards?|threat markers?|markers?|workers?|steps?|houses?|people|canal tiles?|tiles?|statues?|rounds?|"
    r"persons?|pawns?|seals?|dice|piles?|stacks?|ships?|cubes?|tokens?|meeples?|spaces?|colours|players|sections|phases|areas|actions|squares?|"
    r"sites?|groups|districts?|kinds|icons"
)
COUNTED = (
    rf"(?i)\b({NUMBERS}) ((more|new|empty|red|blue|full|extra|plot|market|merchandise|corruption|different|equal) )*({GOODS})\b"
)
FIGURES = COUNTED.replace(NUMBERS, r"\d+")
IN_FIGURES = (
    *("event", "refusal", "short", "when", "step", "choice", "ask", "amount", "scenario", "picture", "figure", "hint", "title"),
    *("rule", "says", "misreading", "card", "name", "open", "overview"),
)
"""What is told, asked or shown of a game; lessons are prose and may write small numbers as words."""
NO_QUANTITY = (
    r"(?i)\bno two\b|\bone \w+ (ahead|at a time)\b|\bone more (full )?round\b|\bin one round and back\b|\b(any|your) one\b|"
    r"\bone (colour|extra pile)\b|\bFive players$|[:d] five players$|\bOne draw pile that has run out is enough\b"
)
"""Where one is contrasted with another or means the only one; and the name of a module."""


def test_quantities_of_goods_are_figures() -> None:
    assert faults(COUNTED, *IN_FIGURES, right=NO_QUANTITY) == []


def test_a_sentence_of_prose_does_not_mix_words_and_figures_for_one_kind_of_thing() -> None:
    mixed = []
    for one in said():
        if one.sort in ("task", "open", "lesson"):
            for sentence in re.split(r"(?<=[.?!]) ", one.text):
                in_words = {found[-1].lower().rstrip("s") for found in re.findall(COUNTED, re.sub(NO_QUANTITY, "…", sentence))}
                in_figures = {found[-1].lower().rstrip("s") for found in re.findall(FIGURES, sentence)}
                if in_words & in_figures:
                    mixed.append(str(one))
    assert mixed == []


# Who is spoken to


def test_refusals_and_questions_address_the_player() -> None:
    assert (
        faults(
            r"\b([Oo]ne must|[Tt]he player (must|may|has|needs)|[Aa] player (must|may|needs)|their hand|their turn)\b",
            "refusal",
            "short",
        )
        == []
    )


def test_the_log_calls_players_by_their_names() -> None:
    assert faults(r"\b[Yy]ou(r|rs|rself)?\b", "event", "step") == []


# One text in two files


def test_a_misreading_is_told_as_the_catalogue_has_it() -> None:
    says = {one.key: one.text for one in said() if one.sort == "says"}
    told = {one.key.split(" ", 1)[1]: one.text for one in said() if one.sort == "misreading"}
    assert told
    assert {key: text for key, text in told.items() if says[key] != text} == {}


# The lint itself


@each(
    ("text", "faulty"),
    [
        ("Several damages: in which order?", True),
        ("More than one kind of damage: which comes first?", False),
        ("A card played through a person’s effect", True),
        ("Who declines pays nothing", True),
        ("Who wins, and what breaks a tie", False),
        ("The Alchemist brings 6 guilders.", True),
        ("A die showing 5 brings a threat marker.", False),
        ("The price stands in the top left corner.", True),
        ("Red threat markers stand for fire.", False),
        ("what counts is how things stand at that point", False),
        ("Swan refills the hand to 5 cards.", True),
        ("The game keeps its readings.", True),
        ("A person lost to Plague", True),
    ],
)
def test_faults_are_found(text: str, faulty: bool) -> None:
    plain = re.sub(SAID_RIGHT, "…", text)
    assert any(re.search(fault, plain) for fault in BANNED) == faulty


@each(
    ("text", "faulty"),
    [
        ("takes one guilder", True),
        ("discards two red threat markers", True),
        ("Six empty houses", True),
        ("one card at a time", False),
        ("1 card", False),
    ],
)
def test_numbers_in_words_are_found(text: str, faulty: bool) -> None:
    assert bool(re.search(COUNTED, re.sub(NO_QUANTITY, "…", text))) == faulty
