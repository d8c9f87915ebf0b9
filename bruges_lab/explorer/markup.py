"""Small pieces of page, already safe: text is escaped here and nowhere else. Words come from the locale files."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from ..rulebook.texts import Texts
from ..show.svg import Svg, tag

Words = Callable[..., str]


def words_of(lang: str, texts: Texts) -> Words:
    """The explorer's words in a language, by key: as a game's texts have them."""

    def say(key: str, **data: object) -> str:
        return texts.say("explorer", key, data, lang)

    return say


def text(words: object) -> Svg:
    """Words as they are."""
    return Svg(escape(str(words)))


def block(kind: str, *inside: Svg, **more: str | float | None) -> Svg:
    """A block of a kind that the style sheet knows."""
    return tag("div", *inside, class_=f"bl-{kind}", **more)


def span(kind: str, words: object, **more: str | float | None) -> Svg:
    """Some words of a kind."""
    return tag("span", text(words), class_=f"bl-{kind}", **more)


def button(act: str, value: object, words: object, kind: str = "button", **more: str | float | None) -> Svg:
    """Something to press. Its key keeps the keyboard on it when the part is drawn again."""
    key = more.pop("data_key", f"{act}:{value}")
    return tag(
        "button", text(words), type="button", class_=f"bl-{kind}", data_act=act, data_value=str(value), data_key=key, **more
    )


def rule_link(rule: str, say: Words) -> Svg:
    """A rule id that opens its card."""
    tip = say("rule.open", rule=rule)
    return tag("button", text(rule), type="button", class_="bl-cite", data_act="rule", data_value=rule, title=tip, aria_label=tip)


def field(act: str, kind: str, value: object, label: str, **more: str | float | None) -> Svg:
    """A labelled input."""
    inside = tag("input", type=kind, value=str(value), data_act=act, data_key=act, **more)
    return tag("label", span("label", label), inside, class_="bl-field")


def upload(act: str, label: str, accept: str) -> Svg:
    """A button to hand over a file. What a browser writes on its own is in the browser's language."""
    inside = tag("input", type="file", accept=accept, data_upload=act, data_key=act)
    return tag("label", text(label), inside, class_="bl-small bl-upload")


def select(act: str, options: list[tuple[str, str]], chosen: str, label: str) -> Svg:
    """A labelled list to choose from."""
    listed = [
        tag("option", text(words), value=value, selected="selected" if value == chosen else None) for value, words in options
    ]
    return tag("label", span("label", label), tag("select", *listed, data_act=act, data_key=act), class_="bl-field")


def heading(words: object) -> Svg:
    """A heading inside a panel."""
    return tag("h3", text(words))
