"""Pupils' files and what a teacher reads of a folder of them, hostile and broken ones too."""

from __future__ import annotations

import os
import sys
from base64 import b64decode
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from skylib import lessons
from skylib.core.errors import ReadError, SkylibError
from skylib.lessons.logbook import Logbook
from skylib.lessons.logbook_class import read_class
from skylib.lessons.logbook_entry import Entry
from skylib.lessons.logbook_pupil import MOST_BYTES, read_results, save_results
from skylib.lessons.logbook_text import write_block
from skylib.lessons.results import Result

DRILL = "eye-in-the-sky/is-it-legal"


def done(right: int, wrong: int, begin: int, name: str = DRILL) -> list[Entry]:
    """Answers of a drill, a second apart."""
    return [
        Entry(
            begin + 1000 * n,
            Result("drill", name, n < right, seed=11, key=f"2.{n + 1}", rules=("EYE-FLY",)),
        )
        for n in range(right + wrong)
    ]


def hand_in(folder: Path, who: str, entries: list[Entry], file: str = "") -> Path:
    """A pupil's file, as another program could have written it."""
    path = folder / (file or f"{who}.skylib.txt")
    path.write_text(f"skylib results of {who}\n\n{write_block(entries, who)}\n", "utf-8")
    return path


# ---- a pupil's file ------------------------------------------------------------------------


def test_a_file_that_people_read(tmp_path: Path) -> None:
    book = Logbook(None, clock=lambda: 1_700_000_000.0)
    book.add(Result("level", "eye-in-the-sky/first-flight", True, stars=3))
    now = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)
    path = save_results("  Ada\n Lovelace ", tmp_path, book, now)
    assert path.name == "Ada-Lovelace.skylib.txt"
    lines = path.read_text("utf-8").splitlines()
    assert lines[:2] == ["skylib results of Ada Lovelace", "written 2026-03-02 10:00 UTC"]
    assert "  eye-in-the-sky/first-flight  ★★★ 3 of 3 stars" in lines
    assert len(path.read_bytes()) < 1500
    handed = read_results(path)
    assert (handed.who, handed.entries) == ("Ada Lovelace", book.entries())


def test_ones_own_file_is_replaced_and_nobody_elses(tmp_path: Path) -> None:
    book = Logbook(None)
    for who, name in (
        ("Ada", "Ada.skylib.txt"),
        ("Ada", "Ada.skylib.txt"),
        ("Ada!", "Ada-2.skylib.txt"),
        ("con", "con-.skylib.txt"),
        ("../../etc/passwd", "etcpasswd.skylib.txt"),
        ("<b>", "b.skylib.txt"),
        ("***", "pupil.skylib.txt"),
        ("Zoë Müller", "Zoë-Müller.skylib.txt"),
        ("Zoë & O'Neil", "Zoë-ONeil.skylib.txt"),
        ("李", "李.skylib.txt"),
    ):
        assert save_results(who, tmp_path, book).name == name
        assert read_results(tmp_path / name).who == who
    (tmp_path / "Eve.skylib.txt").write_text("something precious")
    assert save_results("Eve", tmp_path, book).name == "Eve-2.skylib.txt"
    assert (tmp_path / "Eve.skylib.txt").read_text() == "something precious"
    assert not [p for p in tmp_path.iterdir() if p.name.startswith(".")], "no parts left over"


@pytest.mark.parametrize("who", ["", "  ", "\n\x00", "x" * 61])
def test_no_name(who: str, tmp_path: Path) -> None:
    with pytest.raises(SkylibError, match="name"):
        save_results(who, tmp_path, Logbook(None))
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(SkylibError, match="your results cannot be written into"):
        save_results("Ada", tmp_path / "nowhere", Logbook(None))


def test_files_of_other_programs_are_read(tmp_path: Path) -> None:
    """Notepad adds a mark or writes UTF-16, mail wraps and quotes."""
    path = hand_in(tmp_path, "Ada", done(3, 1, 0))
    text = path.read_text("utf-8")
    for data in (
        text.encode("utf-8-sig"),
        text.encode("utf-16"),
        text.replace("\n", "\r\n").encode(),
        ("> " + text.replace("\n", "\n> ")).encode(),
    ):
        path.write_bytes(data)
        assert len(read_results(path).entries) == 4


# ---- a folder of them ----------------------------------------------------------------------


def test_a_class(tmp_path: Path) -> None:
    hand_in(tmp_path, "Ben", done(1, 4, 0))
    hand_in(tmp_path, "Ada", done(5, 0, 1_000_000) + done(1, 3, 2_000_000, "hexes/how-far"))
    shown = lessons.class_results(tmp_path)
    assert [p.name for p in shown.pupils] == ["Ada", "Ben"] and shown.complaints == []
    assert [p.needs() for p in shown.pupils] == [["hexes/how-far"], [DRILL]]
    names, columns = shown.grid()
    assert names == ["Ada", "Ben"]
    # First what the class needs most.
    assert list(columns) == ["hexes/how-far", DRILL]
    assert [t and (t.right, t.tried) for t in columns[DRILL]] == [(5, 5), (1, 5)]
    assert columns["hexes/how-far"][1] is None
    assert {n: [t and t.share for t in c] for n, c in shown.grid("rule")[1].items()} == {
        "EYE-FLY": [pytest.approx(6 / 9), 0.2]
    }
    text = shown.text()
    assert "Results of 2 pupils." in text and "6 of 9 (67\N{NO-BREAK SPACE}%)" in text
    assert "is it legal (eye in the sky): 6 of 10 (60\N{NO-BREAK SPACE}%), 2 pupils" in text
    bundle = shown._repr_mimebundle_()
    assert bundle["text/plain"] == text and bundle["image/png"]


def test_levels_count_by_their_best(tmp_path: Path) -> None:
    name = "eye-in-the-sky/first-flight"
    tries = [(1, False, 0), (2, True, 1), (3, True, 3), (4, True, 2)]
    hand_in(tmp_path, "Ada", [Entry(t, Result("level", name, r, s)) for t, r, s in tries])
    shown = lessons.class_results(tmp_path)
    (row,) = shown._rows()[1]
    assert row[:5] == ("Ada", "4", "1 of 1", "–", "3")


def hostile(folder: Path) -> dict[str, str]:
    """Files as a folder may hold them, and what is to be said of each."""
    good = hand_in(folder, "Ada", done(3, 1, 0)).read_text("utf-8")
    said = {
        "huge": "is too large",
        "binary": "is no text",
        "nul": "is no text",
        "empty": "is empty",
        "cut": "not whole",
        "wrong": "checksum",
        "other": "there is no logbook",
        "folder": "is no file",
        "nameless": "does not say whose",
        "future": "later version",
    }
    path = {name: folder / f"{name}.skylib.txt" for name in (*said, "link", "pipe")}
    path["huge"].write_bytes(b"x" * (MOST_BYTES + 1))
    path["binary"].write_bytes(bytes(range(256)))
    path["nul"].write_bytes(good.encode() + b"\x00")
    path["empty"].write_bytes(b" \n")
    path["cut"].write_text(good[:-40], "utf-8")
    at = good.index("1:\n") + 10
    path["wrong"].write_text(good[:at] + good[at : at + 9].swapcase() + good[at + 9 :], "utf-8")
    path["other"].write_text("What a nice day.")
    path["folder"].mkdir()
    path["nameless"].write_text(write_block(done(1, 0, 5)))
    path["future"].write_text(good.replace("logbook 1:", "logbook 7:"), "utf-8")
    (folder / "readme.txt").write_text("x")
    (folder / "notes.txt").write_text("x")
    (folder / ".hidden").write_text("x")
    if sys.platform != "win32":
        path["link"].symlink_to("/etc/passwd")
        os.mkfifo(path["pipe"])
        said |= {"link": "is a link", "pipe": "is no file"}
    return said


def test_hostile_and_broken_files(tmp_path: Path) -> None:
    said = hostile(tmp_path)
    pupils, complaints = read_class(tmp_path)
    assert [p.name for p in pupils] == ["Ada"]
    for name, fault in said.items():
        (line,) = [c for c in complaints if c.startswith(f"{name}.skylib.txt: ")]
        assert fault in line
    assert "2 more are no files of the form NAME.skylib.txt: left alone." in complaints
    assert len(complaints) == len(said) + 1


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    hand_in(tmp_path, "Ada", []).chmod(0)
    assert "cannot be read" in read_class(tmp_path)[1][0]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SkylibError, match="cannot be read"):
        lessons.class_results(tmp_path / "nowhere")


def test_html_in_names_is_escaped(tmp_path: Path) -> None:
    evil = "<img src=x onerror=alert(1)>"
    hand_in(tmp_path, evil, done(1, 3, 0, "<script>/<b>"), "evil.skylib.txt")
    (tmp_path / "<i>.skylib.txt").write_text("nothing")
    shown = lessons.class_results(tmp_path)
    assert shown.pupils[0].name == evil
    markup = shown._table.value
    assert "&lt;img" in markup and "&lt;i&gt;.skylib.txt" in markup
    for tag in ("<img", "<script", "<i>", "<b>"):
        assert tag not in markup


def test_the_same_pupil_twice_counts_once(tmp_path: Path) -> None:
    every = done(3, 2, 0)
    hand_in(tmp_path, "Ada", every[:3], "ada-monday.skylib.txt")
    hand_in(tmp_path, "ADA", every, "ada-tuesday.skylib.txt")
    pupils, complaints = read_class(tmp_path)
    assert len(pupils) == 1 and len(pupils[0].entries) == 5
    assert "ADA has handed in ada-monday.skylib.txt too" in complaints[0]


def test_two_of_one_name_stay_two(tmp_path: Path) -> None:
    hand_in(tmp_path, "Ada", done(3, 0, 0), "a.skylib.txt")
    hand_in(tmp_path, "Ada", done(0, 3, 7_777_777), "b.skylib.txt")
    pupils, complaints = read_class(tmp_path)
    assert [(p.name, p.summary.total("drill").right) for p in pupils] == [
        ("Ada (1)", 3),
        ("Ada (2)", 0),
    ]
    assert complaints == ["2 pupils are called Ada: a.skylib.txt, b.skylib.txt."]


def test_shared_results_are_told(tmp_path: Path) -> None:
    hand_in(tmp_path, "Ada", done(3, 0, 0))
    hand_in(tmp_path, "Ben", done(3, 0, 0))
    hand_in(tmp_path, "Cy", done(1, 0, 0) + done(2, 2, 99_999))  # one may be chance
    complaints = read_class(tmp_path)[1]
    assert complaints == ["Ben and Ada share 3 results; perhaps they worked at one computer."]


def test_an_empty_folder(tmp_path: Path) -> None:
    shown = lessons.class_results(tmp_path)
    assert shown.text() == "Results of 0 pupils."
    assert shown.drawn() == {} and "Nothing has been handed in yet" in str(
        shown._place.children[0].value
    )
    # A file that comes later is seen when the folder is read again.
    hand_in(tmp_path, "Ada", done(3, 0, 0))
    shown.refresh()
    assert len(shown.pupils) == 1 and shown.drawn()


def test_by_rule(tmp_path: Path) -> None:
    hand_in(tmp_path, "Ada", done(3, 1, 0))
    shown = lessons.class_results(tmp_path)
    before = shown.drawn()
    shown._choice.value = "rule"
    assert shown._cells()[1] == ["EYE-FLY"]
    assert shown.drawn() != before


# ---- the example ---------------------------------------------------------------------------


def test_the_example_class() -> None:
    shown = lessons.class_results()
    assert [p.name for p in shown.pupils] == ["Amina", "Ben", "Chloe", "Dmitri", "Emeka", "Frieda"]
    assert len(shown.complaints) == 2
    assert "Gustav.skylib.txt: the logbook is not whole" in shown.complaints[1]
    assert shown.pupils[2].needs() == []
    assert "eye-in-the-sky/where-does-it-end" in shown.pupils[1].needs()
    png = shown.drawn()["image/png"]
    wide, high = Image.open(BytesIO(b64decode(png))).size
    assert 400 < wide < 1200 and 200 < high < 600


def test_a_name_without_a_block_of_its_own_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.skylib.txt"
    path.write_text(write_block([], "\u202e"))
    with pytest.raises(ReadError, match="whose results"):
        read_results(path)
