"""The row of the timeline: back and forth, the timeline itself, further steps, whose eyes, which language, other games."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..analysis.named import named_policy
from ..rulebook.texts import LANGUAGES
from ..show.svg import Svg, tag
from .autoplay import known_policy, policy_names, usual_policy
from .dialogs import ways_html
from .markup import block, field, select, span, text
from .picturing import theme_row

if TYPE_CHECKING:
    from .explorer import Explorer

LANGUAGE_NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
ALL_OPEN = "all"
SLOWEST = 2.0
FRAME = (
    '<div class="bl-timerow"><div class="bl-keys" data-part="back"></div>'
    '<div class="bl-line"><div data-part="marks"></div><div data-part="slider"></div><div data-part="lanes"></div></div>'
    '<div class="bl-keys" data-part="forth"></div>'
    '<div class="bl-keys" data-part="steps"></div><div class="bl-keys bl-ways" data-part="ways"></div>'
    '<div class="bl-keys" data-part="looks"></div></div>'
)
MENU = ("decision", "phase", "round", "end", "stop")
"""The further steps, in the order of the menu."""
_KEYS = {
    "first": "Home",
    "previous": "ArrowLeft",
    "last": "End",
    "undo": "u",
    "redo": "r",
    "decision": "d",
    "phase": "p",
    "round": "n",
}


def steps_of(explorer: Explorer) -> dict[str, Callable[[str], None]]:
    """What each button of the row does."""
    return {
        "first": lambda _: explorer.goto(explorer.game.root),
        "previous": lambda _: explorer.previous_event(),
        "next": lambda _: explorer.next(),
        "let_choose": lambda _: explorer.let_choose(),
        "event": lambda _: explorer.next_event(),
        "decision": lambda _: explorer.next_decision(),
        "phase": lambda _: explorer.next_phase(),
        "round": lambda _: explorer.next_round(),
        "last": lambda _: explorer.goto(explorer.cursor.line()[-1]),
        "end": lambda _: explorer.play_to_end(),
        "stop": lambda _: explorer.stop(),
        "undo": lambda _: explorer.undo(),
        "redo": lambda _: explorer.redo(),
        "by": lambda name: explorer.play_by(known_policy(explorer.manifest, name)),
        "pause": lambda seconds: explorer.set_pause(seconds),
        "one_by_one": lambda on: explorer.show_one_by_one(bool(on)),
        "language": lambda lang: explorer.set_language(lang),
        "seat": lambda seat: explorer.look_as(None if seat == ALL_OPEN else int(seat)),
    }


def drawn(explorer: Explorer) -> dict[str, str]:
    """The parts of the row that are no timeline."""
    parts = {
        "back": _step(explorer, "first") + _step(explorer, "previous"),
        "forth": "".join(_step(explorer, step) for step in ("last", "undo", "redo")),
        "steps": _steps(explorer),
        "ways": ways_html(explorer),
        "looks": _looks(explorer),
    }
    return {name: str(part) for name, part in parts.items()}


def _step(explorer: Explorer, step: str, kind: str = "key") -> Svg:
    """A step to press; of a sign with a word, the sign remains where there is little room."""
    say = explorer.words
    words, tip, key = say(f"step.{step}"), say(f"step.{step}_tip"), _KEYS.get(step)
    named = f"{tip} ({say(f'key.{key.lower()}')})" if key else tip
    sign, _, word = words.partition(" ") if kind == "key" else (words, "", "")
    inside = [text(sign), span("spelt", f" {word}")] if word else [text(sign)]
    more = {"data_key": f"step:{step}", "data_hotkey": key, "data_tip": named, "aria_label": named}
    return tag("button", *inside, type="button", class_=f"bl-{kind}", data_act=step, data_value="", **more)


def _steps(explorer: Explorer) -> Svg:
    """Further steps, who plays on, and at which pace."""
    say, autoplay = explorer.words, explorer.autoplay
    known = policy_names(explorer.manifest)
    rows = [
        tag("div", _step(explorer, step, "item"), class_="bl-menurow") for step in MENU if step != "phase" or explorer.has_stages
    ]
    by = autoplay.usual if autoplay.usual in known else usual_policy(explorer.manifest)
    plays = [(name, named_policy(name, explorer.lang, explorer.manifest.texts)) for name in known]
    rows.append(select("by", [(name, say("auto.by", policy=words)) for name, words in plays], by, say("auto.who")))
    rows.append(field("pause", "number", f"{autoplay.delay:g}", say("auto.delay"), min=0, max=SLOWEST, step=0.1))
    checked = "checked" if explorer.step_by_step else None
    box = tag("input", type="checkbox", checked=checked, data_act="one_by_one", data_key="one_by_one")
    rows.append(tag("label", box, text(" " + say("step.one_by_one")), class_="bl-field"))
    rows.append(theme_row(explorer))
    return _menu(say("steps.title"), "steps", *rows)


def _looks(explorer: Explorer) -> Svg:
    """Whose eyes, which language."""
    say = explorer.words
    seats = [(ALL_OPEN, say("seat.all"))]
    seats += [(str(seat), say("seat.of", player=name)) for seat, name in enumerate(explorer.names)]
    whose = ALL_OPEN if explorer.seat is None else str(explorer.seat)
    eyes = select("seat", seats, whose, say("seat.title"))
    languages = select("language", [(lang, LANGUAGE_NAMES[lang]) for lang in LANGUAGES], explorer.lang, say("language.title"))
    return Svg(block("eyes", eyes) + block("tongue", languages))


def _menu(words: str, name: str, *rows: Svg) -> Svg:
    """A button with a menu below it: the browser opens it, so that it needs no answer from the kernel."""
    head = tag("summary", text(words), span("arrow", " ▾"), data_key=f"menu:{name}")
    return tag("details", head, block("menubox", *rows), class_="bl-menu")
