"""The logbook on screen, used as somebody before it would."""

from __future__ import annotations

import sys
from pathlib import Path

import ipywidgets
import pytest
from hands import Pilot, widgets_of

from skylib import lessons
from skylib.core.errors import SkylibError
from skylib.lessons.logbook import Logbook, own_logbook
from skylib.lessons.logbook_summary import EMPTY
from skylib.lessons.logbook_view import LogbookView
from skylib.lessons.results import Result

module = sys.modules[Logbook.__module__]  # the package shows its function by that name
NOW = 1_700_000_000.0
LATER = NOW + 24 * 3600


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Logbook:
    """The user's own logbook, in a folder of the test, at a time that stands still."""
    monkeypatch.setenv("SKYLIB_LOGBOOK", str(tmp_path / "logbook.jsonl"))
    monkeypatch.setattr(module, "_own", None)
    book = own_logbook()
    book._clock = lambda: NOW
    return book


@pytest.fixture
def full(book: Logbook) -> Logbook:
    """A level done and one not, a question and two drills of which one was missed."""
    book.add(Result("level", "eye-in-the-sky/first-flight", True, stars=2))
    book.add(Result("level", "eye-in-the-sky/facing-west", False))
    book.add(Result("puzzle", "le-temps-des-as/p1", True, stars=3))
    book.add(Result("question", "eye-in-the-sky/over-the-edge", False, rules=("EYE-EDGE",)))
    book.add(Result("drill", "hexes/how-far", True, seed=4, key="2.1"))
    book.add(Result("drill", "hexes/how-far", False, seed=4, key="2.2"))
    book._clock = lambda: LATER
    return book


def view_of(book: Logbook) -> LogbookView:
    view = lessons.logbook()
    assert view.book is book
    view.map = None  # for the pilot
    for fold in widgets_of(view.widget):
        if isinstance(fold, ipywidgets.ToggleButton):
            assert fold.description.startswith("▸")
            fold.value = True
            assert fold.description.startswith("▾")
    return view


def test_an_empty_logbook_is_the_same_for_all(book: Logbook) -> None:
    view = lessons.logbook()
    assert view.text() == f"Logbook. {EMPTY}" == repr(view)
    assert str(book.path) not in view.text() and str(book.path) in view._summary.value
    assert view._repeat.disabled
    assert Logbook(None).entries() == [] and LogbookView(Logbook(None)).text() == view.text()


def test_what_was_done_is_shown(full: Logbook) -> None:
    view = view_of(full)
    assert view.text().splitlines() == [
        "Logbook: 6 results, 2023-11-14.",
        "Levels: 1 of 2 tried are done, 2 stars",
        "  eye-in-the-sky/facing-west   tried 1 time, not done yet",
        "  eye-in-the-sky/first-flight  ★★☆ 2 of 3 stars",
        "Drills: 1 of 2 answers right",
        "  hexes/how-far  1 of 2 right",
        "Puzzles: 1 of 1 tried are done, 3 stars",
        "  le-temps-des-as/p1  ★★★ 3 of 3 stars",
        "Questions: 0 of 1 answers right",
        "  eye-in-the-sky/over-the-edge  0 of 1 right",
        "To repeat now: 3.",
        "  level eye-in-the-sky/facing-west",
        "  question eye-in-the-sky/over-the-edge",
        "  drill hexes/how-far, seed 4, question 2.2",
    ]
    for text in (
        "6 results, 5 stars",
        "1 of 2, ★ 2",
        "Le Temps des As",
        "Eye in the Sky",
        "★★★",
        "First-flight"[1:],
    ):
        assert text in view._summary.value
    assert "lessons.level(&#x27;eye-in-the-sky/facing-west&#x27;)" in view._due.value


def test_missed_ones_are_asked_again(full: Logbook) -> None:
    view = view_of(full)
    pilot = Pilot(view)
    pilot.click("Repeat now")
    first = view.question
    assert first is not None and first.name == "eye-in-the-sky/over-the-edge"
    assert "You missed this one once" in view._said.value
    # Passed over it comes back after the others.
    pilot.click("Repeat now")
    second = view.question
    assert second is not None and second.asked.startswith("How many hexes is")
    second.answer(second.right[0])
    assert "Right. It comes back another day. 1 more to repeat." in view._said.value
    assert full.entries()[-1].result == Result("drill", "hexes/how-far", True, seed=4, key="2.2")
    pilot.click("Repeat the next")
    third = view.question
    assert third is not None and third.name == first.name
    third.answer(next(a for a in third.answers if a not in third.right))
    assert "Not yet. It comes back in ten minutes. Nothing more is due." in view._said.value
    assert full.entries()[-1].result.right is False
    assert len(full.entries()) == 8
    # The level is still due, but nothing that can be asked here.
    assert view._repeat.disabled
    pilot.click("Repeat now")
    assert "nothing is due that can be asked here" in view._said.value
    assert view.question is None


def test_what_no_version_knows_is_passed_over(book: Logbook) -> None:
    book.add(Result("drill", "hexes/juggling", False, seed=1, key="2.1"))
    book.add(Result("question", "eye-in-the-sky/nowhere", False))
    book._clock = lambda: LATER
    view = view_of(book)
    with pytest.raises(SkylibError, match="nothing is due"):
        view.repeat()


def test_taking_along_and_adding(full: Logbook, tmp_path: Path) -> None:
    view = view_of(full)
    text = view._copy.value
    assert text.startswith("[skylib logbook 1:") and text.endswith("end]")
    other = LogbookView(Logbook(tmp_path / "other.jsonl"))
    other.map = None
    pilot = Pilot(other)
    for said in ("6 results were new.", "0 results were new."):
        other._paste.value = text
        other._add_pasted()
        assert said in other._below.value and other._paste.value == ""
    assert "6 results, 5 stars" in other._summary.value
    other._paste.value = "<script>alert(1)</script>"
    with pytest.raises(SkylibError, match="there is no logbook"):
        other._add_pasted()
    pilot.click("Look again")
    assert "<script>" not in other._summary.value


def test_a_bad_text_is_told_below_its_button(full: Logbook) -> None:
    view = view_of(full)
    view._paste.value = "hello"
    Pilot(view).click("Add this logbook")
    assert 'role="alert"' in view._below.value and "there is no logbook" in view._below.value
    assert view._paste.value == "hello", "what was pasted is still there to mend"


def test_handing_in(full: Logbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    view = view_of(full)
    pilot = Pilot(view)
    pilot.click("Save my results")
    assert "write your name first" in view._below.value
    view._who.value = "Zoë"
    pilot.click("Save my results")
    assert "Zoë.skylib.txt, beside this notebook" in view._below.value
    assert (tmp_path / "Zoë.skylib.txt").is_file()


def test_forgetting_asks_first(full: Logbook) -> None:
    view = view_of(full)
    pilot = Pilot(view)
    pilot.click("Forget everything …")
    assert "Forget all 6 results, for good?" in view._below.value
    assert len(full.entries()) == 6
    pilot.click("No, keep it")
    assert "Nothing was forgotten." in view._below.value and len(full.entries()) == 6
    pilot.click("Forget everything …")
    pilot.click("Yes, forget it all")
    assert full.entries() == [] and EMPTY in view._summary.value
    assert "Everything is forgotten." in view._below.value


def test_complaints_and_warnings_are_shown(full: Logbook, tmp_path: Path) -> None:
    assert full.path is not None
    full.path.write_bytes(full.path.read_bytes() + b"<b>broken\n")
    view = view_of(full)
    assert "Line 7 cannot be read and is left as it is: is no JSON." in view._summary.value
    assert "Line 7 cannot be read" in view.text()
    lost = LogbookView(Logbook(tmp_path))
    lost.book.add(Result("drill", "hexes/how-far", True))
    lost.refresh()
    assert "cannot be kept on disk" in lost._summary.value
    assert "is no file" in lost.text()


def test_names_from_elsewhere_are_escaped(book: Logbook) -> None:
    book.add(Result("level", "<img src=x onerror=alert(1)>/x", False))
    book._clock = lambda: LATER
    view = view_of(book)
    assert "<img" not in view._summary.value + view._due.value
    assert "&lt;img" in view._summary.value
