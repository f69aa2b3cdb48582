"""Rules, readings and rulings: data that is checked, text that is escaped."""

from __future__ import annotations

from pathlib import Path

import pytest

from skylib.core.errors import DataError, SkylibError
from skylib.core.rulings import Figure, RuleBook, Ruling, sentences

RULE = """
[[rule]]
id = "TEST-A"
title = "A rule"
section = "2.1"
statement = '''Two
lines.'''
default = "one"
doubt = "Which?"
lessons = ["a/b"]
[[rule.reading]]
id = "one"
text = "The first."
[[rule.reading]]
id = "two"
text = "The second."
"""
PLAIN = """
[[rule]]
id = "TEST-B"
title = "Another"
section = "2.2"
statement = "Short."
"""
HEAD = 'game = "test"\ntitle = "Test"\n'


def book(extra: str = "") -> RuleBook:
    return RuleBook.parse(HEAD + RULE + extra, "rules.toml")


def test_a_rule_is_read_whole() -> None:
    rule = book()["TEST-A"]
    assert rule.statement == "Two lines."
    assert (rule.section, rule.default, rule.doubt) == ("2.1", "one", "Which?")
    assert rule.lessons == ("a/b",)
    assert [r.id for r in rule.readings] == ["one", "two"]
    assert rule.reading("two").text == "The second."


def test_defaults_are_in_force_unless_chosen() -> None:
    assert dict(book().choose()) == {"TEST-A": "one"}
    chosen = book().choose({"TEST-A": "two"})
    assert chosen["TEST-A"] == "two"
    assert chosen.changed() == {"TEST-A": "two"}
    assert book().choose({"TEST-A": "one"}).changed() == {}


@pytest.mark.parametrize(
    ("readings", "message"),
    [({"TEST-A": "three"}, "one, two"), ({"TEST-Z": "one"}, "no rule 'TEST-Z'")],
)
def test_an_unknown_choice_says_what_is_on_offer(readings: dict[str, str], message: str) -> None:
    with pytest.raises(SkylibError, match=message):
        book().choose(readings)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("game = ", "rules.toml"),
        ('title = "x"', "game"),
        (HEAD + RULE + RULE, "TEST-A"),
        (HEAD + RULE.replace('id = "TEST-A"', 'id = "<b>"'), "<b>"),
        (HEAD + RULE.replace('id = "TEST-A"', ""), "None"),
        (HEAD + RULE.replace('title = "A rule"', ""), "title"),
        (HEAD + RULE.replace('title = "A rule"', "title = 3"), "title"),
        (HEAD + RULE.replace('default = "one"', 'default = "nine"'), "nine"),
        (HEAD + RULE.replace('default = "one"', ""), "None"),
        (HEAD + RULE.replace('doubt = "Which?"', 'doutb = "Which?"'), "doutb"),
        (HEAD + RULE.replace('doubt = "Which?"', 'source = "guessed"'), "guessed"),
        (HEAD + RULE.replace('text = "The first."', ""), "reading"),
        (HEAD + RULE.replace('text = "The first."', 'text = "x"\nnote = "y"'), "note"),
        (HEAD + RULE.replace('text = "The first."', "text = 1"), "reading"),
        (HEAD + RULE.replace('id = "two"', 'id = "one"'), "'one' stands twice"),
        (HEAD + RULE.replace('lessons = ["a/b"]', 'lessons = "a/b"'), "lessons"),
        (HEAD + RULE.replace('lessons = ["a/b"]', "lessons = [1]"), "lessons"),
        (HEAD + RULE.replace('lessons = ["a/b"]', "lessons = 5"), "lessons"),
        (HEAD + RULE.replace('doubt = "Which?"', "doubt = 5"), "doubt"),
        (HEAD + RULE.replace('default = "one"', "default = [1]"), "[1]"),
        (HEAD + PLAIN + "reading = 5", "TEST-B: its readings"),
        (HEAD + PLAIN + 'reading = "x"', "TEST-B: its readings"),
        (HEAD + PLAIN + "reading = [5]", "TEST-B: its readings"),
        (HEAD + PLAIN + 'default = "one"', "no readings"),
        (HEAD, "no [[rule]] tables"),
        (HEAD + "rule = 5", "no [[rule]] tables"),
        (HEAD + "[rule]\nid = 'TEST-A'", "no [[rule]] tables"),
        (HEAD + RULE.replace("[[rule]]", "[[rules]]"), "rule"),
        (HEAD + "colour = 1\n" + RULE, "colour"),
    ],
)
def test_a_rules_file_that_does_not_fit_names_file_and_place(text: str, place: str) -> None:
    with pytest.raises(DataError) as error:
        RuleBook.parse(text, "rules.toml")
    assert "rules.toml" in str(error.value)
    assert place in str(error.value)


def test_a_rules_file_from_disk(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    with pytest.raises(DataError, match=r"own\.toml: cannot be read"):
        RuleBook.read(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match=r"own\.toml: is not UTF-8"):
        RuleBook.read(file)
    file.write_text(HEAD + PLAIN, "utf-8")
    assert list(RuleBook.read(file)) == ["TEST-B"]


def test_an_unknown_rule_names_the_game() -> None:
    with pytest.raises(KeyError, match="Test has no rule"):
        book()["TEST-Q"]


RULING = Ruling(
    False,
    "too <far> & too fast",
    ("TEST-A",),
    (Figure(4, "die", "TEST-A"), Figure(-1, "range <4>"), Figure("none", "cloud")),
    instead=("fly 2", "fly <3>"),
    readings=(("TEST-A", "two"),),
    ours=("the table",),
)


def test_a_ruling_reads_well() -> None:
    assert str(RULING).split("\n") == [
        "Refused: too <far> & too fast",
        "    +4 die (TEST-A)",
        "    -1 range <4>",
        "    none cloud",
        "    = 3",
        "Instead: fly 2; fly <3>",
        "By TEST-A",
        "Reading TEST-A: two",
        "Ours, not the rulebook's: the table",
    ]
    assert RULING.total == 3
    assert RULING.rule == "TEST-A"
    assert not RULING


def test_markup_in_names_is_data() -> None:
    html = RULING._repr_html_()
    assert "<far>" not in html
    assert "<4>" not in html
    assert "<3>" not in html
    assert "too &lt;far&gt; &amp; too fast" in html


def test_one_figure_needs_no_sum() -> None:
    ruling = Ruling(True, "fine", figures=(Figure(2, "points"),))
    assert "=" not in str(ruling)
    assert "in all" not in ruling._repr_html_()
    assert ruling
    assert ruling.rule == ""


def test_a_long_sum_of_what_is_allowed_is_folded_up() -> None:
    figures = tuple(Figure(n, f"step {n}") for n in range(1, 7))
    flown = Ruling(True, "flown", figures=figures)
    folded = flown.markup(most=4)
    assert "<details>" not in flown._repr_html_() and "<details>" not in flown.markup(most=6)
    assert "<details><summary>21 in all: how</summary><table>" in folded
    assert folded.count("<tr>") == 7
    for shown in (Ruling(False, "no", figures=figures), Ruling(True, "fine", figures=figures[:4])):
        assert "<details>" not in shown.markup(most=4) and "<table>" in shown.markup(most=4)


@pytest.mark.parametrize(
    ("texts", "joined"),
    [
        ((), ""),
        (("a tie", "it goes on"), "A tie. It goes on"),
        (("Over.", "", "again?", "yes"), "Over. Again? Yes"),
        (("6 of 6", "éclair"), "6 of 6. Éclair"),
    ],
)
def test_sentences_begin_with_a_capital(texts: tuple[str, ...], joined: str) -> None:
    assert sentences(*texts) == joined
