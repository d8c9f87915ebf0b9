"""Handouts: complete pages for paper, in four languages, with nothing from outside and nothing unescaped in them."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import bruges_lab as bl
from bruges_lab.kernel.errors import LabError
from bruges_lab.rulebook.scenarios import Scenario
from bruges_lab.rulebook.texts import LANGUAGES

VOID = {"meta", "br", "wbr"}
HOSTILE = "<script>alert(1)</script>&\"'"


class Reader(HTMLParser):
    """Reads a page strictly: every tag is closed in its order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"[ \n]+", " ", " ".join(self.words))

    def marked(self, name: str) -> list[str]:
        return [attrs[name] or "" for _, attrs in self.tags if name in attrs]


def position() -> bl.Game:
    return bl.scenario(
        {
            "given": {
                "phase": "actions",
                "dice": {"blue": 1, "brown": 2, "yellow": 3, "red": 4, "purple": 5},
                "players": [{"hand": ["prince", "thief"], "guilders": 2, "houses": ["red"]}, {"hand": ["nun"]}],
            }
        }
    )


def pages(lang: str = "en") -> dict[str, str]:
    game = bl.scenario("fire_and_plague", chance=bl.Ask())
    game.play("roll:3:5:4:6:3")
    step = game.play("damage:fire")
    return {
        "position": bl.handout(position(), lang=lang).html,
        "state": bl.handout(position().state, lang=lang).html,
        "scenario": bl.handout(Scenario.read("fire_and_plague"), lang=lang).html,
        "log": bl.handout(game.events, lang=lang).html,
        "step": bl.handout(step, lang=lang).html,
        "lesson": bl.handout(bl.lesson("majorities"), lang=lang).html,
        "task": bl.handout(bl.task("no_house"), lang=lang).html,
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_is_whole_and_needs_nothing_from_outside(lang: str) -> None:
    for name, page in pages(lang).items():
        found = Reader(page)
        assert page.startswith("<!DOCTYPE html>"), name
        assert dict(found.tags)["html"] == {"lang": lang}
        assert not {tag for tag, _ in found.tags} & {"script", "link", "img", "iframe", "object", "form", "input", "a"}
        assert not [attr for _, attrs in found.tags for attr in attrs if attr.startswith("on") or attr in ("src", "href")]
        outside = set(re.findall(r"[a-z]+://[^\s\"')<]+", page)) - {"http://www.w3.org/2000/svg"}
        assert outside == set(), name
        assert "url(" not in page
        assert "@import" not in page
        assert "size: A4" in page


def test_each_language_has_words_of_its_own() -> None:
    by_lang = {lang: {name: Reader(page).text for name, page in pages(lang).items()} for lang in LANGUAGES}
    for name in by_lang["en"]:
        assert len({by_lang[lang][name] for lang in LANGUAGES}) == len(LANGUAGES), name


# A position


def test_a_position_has_its_picture_the_question_and_every_legal_choice() -> None:
    game = position()
    found = Reader(bl.handout(game).html)
    assert [attrs for tag, attrs in found.tags if tag == "svg" and attrs.get("class") == "bl-position"]
    assert game.question() in found.text
    for option in game.pending.raw:
        assert game.kit.tell_option(game.state, game.names, option, "en") in found.text
    assert "Recruit the Prince" not in found.text  # too dear
    assert bl.rule(game.pending.rule).text() in found.text
    assert found.marked("data-rule") == [game.pending.rule]


def test_a_position_may_be_seen_by_one_seat() -> None:
    game = position()
    assert "Thief" not in Reader(bl.handout(game, seat=1).html).text
    assert "Thief" in Reader(bl.handout(game, seat=0).html).text
    with pytest.raises(LabError, match="there is no seat 5"):
        bl.handout(game, seat=5)


def test_chance_and_the_end_leave_nothing_to_choose() -> None:
    game = bl.scenario("fire_and_plague", chance=bl.Ask())
    assert "Chance decides here" in Reader(bl.handout(game).html).text
    end = bl.new_game(2, seed=1)
    bl.play_out(end, "random", seed=1).into(end)
    assert "The game is over" in Reader(bl.handout(end).html).text


# A log


def test_a_log_is_indented_by_cause_and_its_rules_are_stated_at_the_end() -> None:
    game = bl.scenario("fire_and_plague", chance=bl.Ask())
    game.play("roll:3:5:4:6:3")
    events = game.play("damage:fire").events
    page = bl.handout(events, lang="de").html
    rows = re.findall(r'<li(?: style="padding-left:([\d.]+)em")?><span>(.*?)</span><code>(.*?)</code></li>', page)
    assert [(words, rule) for _, words, rule in rows] == [(event.text("de"), event.rule) for event in events]
    depth = [len(line) - len(line.lstrip()) for line in bl.because(events).splitlines()]
    assert [float(indent or 0) for indent, _, _ in rows] == [pytest.approx(1.3 * spaces / 2, abs=0.06) for spaces in depth]
    assert set(Reader(page).marked("data-rule")) == {event.rule for event in events}
    assert bl.rule("threat.fire.occupied_house").text("de") in Reader(page).text


def test_rules_are_stated_with_the_numbers_they_were_played_by() -> None:
    players = [{"points": 9, "threats": {"purple": 2}}, {}]
    game = bl.scenario({"given": {"phase": "dice", "switches": {"intrigue_loss": 4}, "players": players}}, chance=bl.Ask())
    game.play("roll:3:3:4:4:6")
    stated = bl.rule("threat.intrigue").text(rules=game.state.rules)
    assert "4 points" in stated
    assert stated in Reader(bl.handout(game.events, rules=game.state.rules).html).text
    assert stated not in Reader(bl.handout(game.events).html).text
    assert "Swan loses 4 points." in Reader(bl.handout(game.events).html).text
    playout = bl.play_out(bl.new_game(4, seed=1, ruleset=game.state.rules), "random", seed=1)
    assert "threat.intrigue" in {event.rule for event in playout.events}
    assert stated in Reader(bl.handout(playout).html).text


def test_an_empty_log_says_so() -> None:
    assert "Nothing has happened yet." in Reader(bl.handout([]).html).text


@pytest.mark.parametrize("thing", ["first_look", 7, None, ["first_look"], {"given": {}}])
def test_other_things_are_refused_in_one_line(thing: object) -> None:
    with pytest.raises(LabError, match="a handout is made of a game, a scenario, events or a lesson"):
        bl.handout(thing)  # type: ignore[arg-type]
    with pytest.raises(LabError, match="unknown language 'es'"):
        bl.handout(position(), lang="es")


# A lesson


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_lesson_has_its_tasks_first_and_the_engine_s_solutions_on_a_page_of_their_own(lang: str) -> None:
    lesson = bl.lesson("turns", lang)
    found = Reader(bl.handout(lesson, lang=lang).html)
    names = [task.name for task in lesson]
    assert found.marked("data-task") == [*names, *names]
    page = bl.handout(lesson, lang=lang).html
    tasks, _, solutions = page.partition('class="new-page solutions"')
    assert solutions
    for task in lesson:
        solution = task.solution()
        assert task.question in Reader(tasks_of(page)).text
        for reason in solution.reasons:
            assert reason.text in found.text
    assert tasks.count('class="rule-line"') >= len(lesson)


def tasks_of(page: str) -> str:
    """The page without its solutions."""
    return re.sub(r'<section class="new-page solutions">.*</section>', "", page, flags=re.S)


def test_no_solution_stands_among_the_tasks() -> None:
    lesson = bl.lesson("turns")
    text = Reader(tasks_of(bl.handout(lesson).html)).text
    for task in lesson:
        if task.ask == "why":
            assert task.solution().reasons[0].text not in text
        if task.ask == "count":
            assert f"If you play it out, you get {task.solution().answer}." not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_task_on_paper_has_its_position_small_and_whoever_it_is_about_in_full(lang: str) -> None:
    page = tasks_of(bl.handout(bl.lesson(), lang=lang).html)
    sections = re.findall(r'<section class="task" data-task="(\w+)">(.*?)(?=<section class="task"|<h2>|$)', page, flags=re.S)
    assert [name for name, _ in sections] == [task.name for task in bl.lesson()]
    full = {name: re.findall(r'data-seat="(\d)" data-full', section) for name, section in sections}
    assert full["refill"] == ["0"]
    assert full["threats_dealt"] == ["1"]
    assert full["tied_for_the_lead"] == ["0", "1", "2"]
    for name, section in sections:
        assert section.count('class="on-paper"') == 1, name
        assert 'class="bl-name"' in section or "bl-name" in section, name
    assert "<button" not in page
    assert "break-inside: avoid" in page
    assert "Nonne" in dict(sections)["refill"] if lang == "de" else True


def test_another_game_s_tasks_are_printed_by_the_lab_s_own_picture() -> None:
    page = tasks_of(bl.handout(bl.lesson(game="ferry"), lang="fr").html)
    assert page.count('class="on-paper"') == 2
    assert "Passez avec le neuf." in page
    assert "<button" not in page


def test_a_lesson_is_translated_where_the_page_is_in_another_language() -> None:
    found = Reader(bl.handout(bl.lesson("draw", lang="en"), lang="it").html)
    assert bl.task("refill", "it").question in found.text
    assert bl.task("refill", "en").question not in found.text


# Safety and files


def test_a_hostile_name_stays_a_name() -> None:
    given = {"phase": "actions", "dice": dict.fromkeys(("blue", "brown", "yellow", "red", "purple"), 3)}
    players = [{"name": HOSTILE, "hand": ["nun", "squire"]}, {"hand": ["purple"]}]
    game = bl.scenario({"given": {**given, "players": players}})
    for made in (bl.handout(game), bl.handout(game.play("guilders:nun").events), bl.handout(game.events)):
        assert "<script" not in made.html
        assert HOSTILE in Reader(made.html).text
        assert "<script" not in made._repr_html_()


def test_a_handout_is_written_whole_and_shown_in_a_frame_without_rights(tmp_path: Path) -> None:
    made = bl.handout(position(), tmp_path / "page.html", lang="fr")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == made.html
    assert made.save(tmp_path / "again.htm") == tmp_path / "again.htm"
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["again.htm", "page.html"]
    frame = Reader(made._repr_html_()).tags[0]
    assert frame[0] == "iframe"
    assert frame[1]["sandbox"] == ""
    assert frame[1]["srcdoc"] == made.html
    assert repr(made) == "<Handout Une position>"


def test_what_cannot_be_written_is_refused_and_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    made = bl.handout(position())
    with pytest.raises(LabError, match=r"page\.pdf: a handout is a page of HTML"):
        made.save(tmp_path / "page.pdf")
    with pytest.raises(LabError, match="cannot be written"):
        made.save(tmp_path / "no_folder" / "page.html")
    assert list(tmp_path.iterdir()) == []
