"""Predict, then look."""

from __future__ import annotations

from typing import Any

import pytest
from hands import Pilot

from skylib import lessons
from skylib.core.errors import SkylibError
from skylib.lessons import Question
from skylib.lessons.results import Result, listen

EDGE = "eye-in-the-sky/over-the-edge"


def plain(**more: Any) -> Question:
    settings: dict[str, Any] = {"right": "two", "because": "One and one.\n\nCount <them>."}
    return Question("How many?", ("one", "two", "many"), **settings | more)


def test_a_right_answer() -> None:
    question = lessons.predict(EDGE)
    before = question.map.scene
    assert before == question.before and question.before != question.after
    assert question.answer("-5")
    assert "✓ -5: right." in question._verdict.value and "skylib-allowed" in question._verdict.value
    assert question.map.scene == question.after
    reason = question.because.split("\n")[0]
    assert question.map.status == f"✓ -5: right. {reason}" and "leaves the board" in reason


def test_the_reason_is_that_of_the_figure_asked_for() -> None:
    """Of the sighting, not of the flight; of the shot before its die, not of its result."""
    for name, words in {
        "flying-circus/six-of-seven": "G1 not sighted, in its field at points 1, 2, 3, 4, 5 and 6",
        "flying-circus/dive-onto": "A1 sighted, in its field at points 1, 2, 3, 4, 5, 6 and 7 of 7",
        "le-temps-des-as/needs-what": "1d6-2 against hit value 4: needs 6 or more",
    }.items():
        question = lessons.predict(name)
        question.answer(question.right[0])
        assert words in question.because.split("\n")[0]
        assert words in question.map.status
    sighting = lessons.predict("flying-circus/six-of-seven")
    assert "FC-SIGHT" in sighting.rules
    assert sighting.after.areas  # the field of the gun that was asked about


def test_of_several_reasons_all_are_said() -> None:
    scene = lessons.predict(EDGE).before
    question = plain(before=scene, because="+1 one (A)\n\n+1 one (B)\n\n= 2")
    question.answer("two")
    assert question.map.status == "✓ two: right. +1 one (A), +1 one (B), = 2"
    question = plain(before=scene, because="front: no\n    4 range\n\nrear: yes\nBy B")
    question.answer("two")
    assert question.map.status == "✓ two: right. front: no. rear: yes"


def test_a_wrong_answer() -> None:
    question = lessons.predict(EDGE)
    assert not question.answer("0")
    assert "✗ You said: 0. Right is: -5." in question._verdict.value
    assert "skylib-refused" in question._verdict.value
    assert "over the edge (EYE-EDGE)" in question._verdict.value
    assert question.map.scene == question.after


def test_a_verdict_without_a_map_is_spoken() -> None:
    """With one, the map's status line says it."""
    for given in ("one", "two"):
        question = plain(feedback={"one": "Two is more."})
        question.answer(given)
        spoken = question._verdict.value.partition('class="skylib-say"')[2].partition("</div>")[0]
        assert given in spoken and "One and one." in spoken and "Count" not in spoken
        assert ("Two is more." in spoken) is (given == "one")
        assert "Count &lt;them&gt;." in question._verdict.value
    mapped = lessons.predict(EDGE)
    mapped.answer("0")
    assert "skylib-say" not in mapped._verdict.value


def test_unanswered() -> None:
    question = lessons.predict(EDGE)
    Pilot(question).click("Look")
    assert "answer first; guessing is fine" in question._verdict.value
    assert 'role="alert"' in question._verdict.value
    assert question.map.scene == question.before and question.given is None
    question._choice.value = "-20"
    Pilot(question).click("Look")
    assert question.given == "-20"


def test_the_first_answer_counts() -> None:
    told: list[tuple[str, bool]] = []
    question = plain(answered=lambda *a: told.append(a))
    assert not question.answer("one")
    assert not question.answer("two")
    assert "You said: one" in question._verdict.value
    assert told == [("one", False)]


def test_no_such_answer() -> None:
    with pytest.raises(SkylibError, match="one, two, many"):
        plain().answer("three")


def test_several_right_answers_and_a_word_for_a_wrong_one() -> None:
    question = plain(right=("two", "many"), feedback={"one": "Look <again>."})
    assert not question.answer("one")
    assert "Right is: two or many." in question._verdict.value
    assert "Look &lt;again&gt;." in question._verdict.value
    assert "Count &lt;them&gt;." in question._verdict.value
    assert plain(right=("two", "many")).answer("many")


@pytest.mark.parametrize("more", [{"right": "three"}, {"right": ("two", "three")}])
def test_the_right_answer_is_among_them(more: dict[str, Any]) -> None:
    with pytest.raises(SkylibError, match="right one among them"):
        plain(**more)


def test_two_answers_at_least() -> None:
    with pytest.raises(SkylibError, match="two answers"):
        Question("How?", ("so", "so"), "so", "")


def test_without_a_map() -> None:
    question = plain()
    assert question.map is None and question.picture() is None
    question.answer("two")
    assert "image/png" not in question._repr_mimebundle_()
    assert question.text() == "Question: How many?\nAnswers: one / two / many"


def test_the_sum_of_a_ruling_keeps_its_lines() -> None:
    """A ruling's figures stand one below the other, not run together."""
    question = lessons.predict("eye-in-the-sky/second-home")
    question.answer("over 150")
    assert question.because.count("\n") > 5
    assert question._verdict.value.count("<br>") >= 5


def test_the_first_answer_is_told_by_name() -> None:
    heard: list[Result] = []
    stop = listen(heard.append)
    question = lessons.predict(EDGE)
    question.answer("0")
    question.answer("-5")
    lessons.predict(EDGE).answer("-5")
    plain().answer("one")  # a question without a name is nobody's business
    stop()
    rules = question.rules
    assert "EYE-EDGE" in rules
    assert heard == [
        Result("question", EDGE, False, rules=rules),
        Result("question", EDGE, True, stars=3, rules=rules),
    ]
