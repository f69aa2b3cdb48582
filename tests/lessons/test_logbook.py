"""The logbook: nothing is lost, nothing is invented, and no disk stops a lesson."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skylib.core.errors import ReadError, SkylibError
from skylib.lessons import logbook_file, results
from skylib.lessons.logbook import Logbook, own_logbook
from skylib.lessons.logbook_entry import Entry, as_line, entry_of, read_line
from skylib.lessons.results import Result, tell

module = sys.modules[Logbook.__module__]  # the package shows its function by that name
START = 1_700_000_000.0


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.seconds = START

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def book(tmp_path: Path, clock: Clock) -> Logbook:
    return Logbook(tmp_path / "data" / "logbook.jsonl", clock=clock)


def drilled(number: int = 1, right: bool = True) -> Result:
    return Result("drill", "hexes/how-far", right, seed=4, key=f"2.{number}", rules=("HEX-A",))


texts = st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), max_size=40).filter(
    str.isprintable
)
entries = st.builds(
    Entry,
    st.integers(0, 250_000_000_000_000),
    st.builds(
        Result,
        st.sampled_from(results.KINDS),
        texts,
        st.booleans(),
        st.integers(0, 3),
        st.integers(0, 1000),
        st.none() | st.integers(-(1 << 63), 1 << 63),
        texts,
        st.lists(texts, max_size=3).map(tuple),
    ),
    st.sampled_from(("", '{"mood":"glad"}', '{"a":[1,{"b":null}],"z":0.5}')),
)


# ---- lines -------------------------------------------------------------------------------


def test_a_line_can_be_read_by_people() -> None:
    entry = Entry(1_700_000_000_123, drilled())
    assert json.loads(as_line(entry)) == {
        "time": "2023-11-14T22:13:20.123Z",
        "kind": "drill",
        "name": "hexes/how-far",
        "right": True,
        "seed": 4,
        "key": "2.1",
        "rules": ["HEX-A"],
    }


@given(entries)
def test_a_line_is_read_as_it_was_written(entry: Entry) -> None:
    line = as_line(entry)
    assert "\n" not in line and line.isascii()
    assert read_line(line) == entry


GOOD = {"time": 5, "kind": "drill", "name": "hexes/how-far", "right": True}


@pytest.mark.parametrize(
    "change, complaint",
    [
        ({"kind": "party"}, "is none of level, drill"),
        ({"kind": 3}, "kind: is no short text"),
        ({"name": "x" * 2001}, "name: is no short text"),
        ({"name": "a\x1b[2Jb"}, "name: holds letters that cannot be printed"),
        ({"name": "a\nb"}, "name: holds letters"),
        ({"right": 1}, "right: is neither"),
        ({"stars": 4}, "stars: is no number of stars"),
        ({"stars": -1}, "stars: is no number of stars"),
        ({"stars": 1.2}, "stars: is no number of stars"),
        ({"stars": True}, "stars: is no number of stars"),
        ({"hints": 1.5}, "hints: is no whole number"),
        ({"hints": True}, "hints: is no whole number"),
        ({"seed": "one"}, "seed: is no whole number"),
        ({"seed": 1 << 64}, "seed: is no whole number"),
        ({"rules": "R"}, "rules: is no list"),
        ({"rules": [1]}, "rules: is no short text"),
        ({"time": "yesterday"}, "time: is no date"),
        ({"time": "2026-11-30T10:00:00"}, "time: names no time zone"),
        ({"time": None}, "time: is no date"),
        ({"time": -1}, "time: is no date"),
        ({"time": 1e300}, "time: is no date"),
        ({"time": 10**40}, "time: is no date"),
        ({"junk": "x" * 3000}, "too much that is unknown"),
    ],
)
def test_a_line_with_a_fault_says_which(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(ReadError, match=complaint.replace("[", r"\[")):
        entry_of(GOOD | change)


@pytest.mark.parametrize("text", ["", "{", "[]", "17", "[" * 100_000, '{"time":NaN}', "null"])
def test_no_line_at_all(text: str) -> None:
    with pytest.raises(ReadError):
        read_line(text)


# ---- on disk ------------------------------------------------------------------------------


def test_results_are_kept_with_their_time(book: Logbook, clock: Clock) -> None:
    book.add(drilled(1))
    clock.seconds += 60
    book.add(drilled(2, right=False))
    assert book.path is not None and len(book.path.read_bytes().splitlines()) == 2
    later = Logbook(book.path)
    assert [e.result for e in later.entries()] == [drilled(1), drilled(2, right=False)]
    assert [e.time for e in later.entries()] == [1_700_000_000_000, 1_700_000_060_000]
    assert not book.warning and not book.complaints()
    if os.name == "posix":
        assert book.path.stat().st_mode & 0o077 == 0, "others may read it"


def test_times_differ_even_if_the_clock_stands_or_goes_back(book: Logbook, clock: Clock) -> None:
    for step in (0, 0, -3600, 0):
        clock.seconds += step
        book.add(drilled())
    times = [e.time for e in book.entries()]
    assert len(set(times)) == 4 == len({e.identity for e in book.entries()})


def test_a_cut_line_stays_and_the_next_one_is_whole(book: Logbook) -> None:
    book.add(drilled(1))
    book.add(drilled(2))
    assert book.path is not None
    whole = book.path.read_bytes()
    book.path.write_bytes(whole[:-20])
    assert book.complaints() == ["Line 2 cannot be read and is left as it is: was cut short."]
    book.add(drilled(3))
    after = book.path.read_bytes()
    assert after.startswith(whole[:-20] + b"\n")
    assert [e.result.key for e in book.entries()] == ["2.1", "2.3"]
    assert book.complaints() == ["Line 2 cannot be read and is left as it is: is no JSON."]


def test_a_last_line_without_its_end_counts(book: Logbook) -> None:
    book.add(drilled(1))
    assert book.path is not None
    book.path.write_bytes(book.path.read_bytes().rstrip())
    book.add(drilled(2))
    assert len(book.entries()) == 2 and not book.complaints()


def test_what_cannot_be_read_is_told_and_never_lost(book: Logbook) -> None:
    book.add(drilled(1))
    assert book.path is not None
    strange = b"\x00\xff\xfe foreign\n\n{broken\n[1]\n" + b"x" * 300_000 + b"\n"
    future = b'{"time":9,"kind":"drill","name":"hexes/x","right":true,"mood":"glad"}\n'
    kind = b'{"time":9,"kind":"duel","name":"hexes/x","right":true}\n'
    book.path.write_bytes(book.path.read_bytes() + strange + future + kind)
    before = book.path.read_bytes()
    book.add(drilled(2))
    assert book.path.read_bytes().startswith(before)
    assert [e.result.name for e in book.entries()] == ["hexes/x", "hexes/how-far", "hexes/how-far"]
    assert book.entries()[0].more == '{"mood":"glad"}'
    found = "\n".join(book.complaints())
    for fault in ("bytes that are no text", "no JSON", "no JSON object", "too long", "'duel'"):
        assert fault in found
    assert len(book.complaints()) == 5


def test_many_broken_lines_are_counted(book: Logbook) -> None:
    assert book.path is not None
    book.path.parent.mkdir()
    book.path.write_bytes(b"?\n" * 1000)
    assert book.complaints()[-1] == "980 more lines cannot be read."
    assert len(book.complaints()) == 21


WRITER = """
import sys
from pathlib import Path
from skylib.lessons.logbook import Logbook
from skylib.lessons.results import Result
sys.modules[Logbook.__module__]._WAIT = 60  # a busy machine fails no test
book = Logbook(Path(sys.argv[1]))
for number in range(60):
    book.add(Result("drill", f"hexes/{sys.argv[2]}", True, key=str(number)))
assert not book.warning, book.warning
"""


def test_two_notebooks_at_once_lose_nothing(book: Logbook) -> None:
    run = [sys.executable, "-c", WRITER, str(book.path)]
    writers = [subprocess.Popen([*run, name]) for name in "ab"]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    assert not book.complaints()
    for name in "ab":
        keys = [e.result.key for e in book.entries() if e.result.name == f"hexes/{name}"]
        assert sorted(keys, key=int) == [str(n) for n in range(60)]


def test_another_notebooks_results_are_seen(book: Logbook) -> None:
    book.add(drilled(1))
    assert len(book.entries()) == 1
    Logbook(book.path).add(drilled(2))
    assert len(book.entries()) == 2


# ---- a disk that does not do its part -----------------------------------------------------

FULL = """
import resource, signal, sys
from pathlib import Path
from skylib.lessons.logbook import Logbook
from skylib.lessons.results import Result
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = Path(sys.argv[1])
book = Logbook(path)
result = Result("drill", "hexes/how-far", True, key="x" * 200)
book.add(result)
size = path.stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, resource.RLIM_INFINITY))
book.add(result)
book.add(result)
assert path.stat().st_size == size, "half a line was left"
assert len(book.entries()) == 3
print(book.warning)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
book.add(result)
assert not book.warning
assert len(Logbook(path).entries()) == 4 and not book.complaints()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits to files there")
def test_a_full_disk_stops_nothing(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "logbook.jsonl")],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    assert "The lesson goes on" in run.stdout
    assert run.stderr.count("cannot be kept on disk") == 1, "one warning, not one a result"


def test_a_folder_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("no folder")
    book = Logbook(tmp_path / "file" / "logbook.jsonl")
    for number in range(3):
        book.add(drilled(number))
    assert [e.result.key for e in book.entries()] == ["2.0", "2.1", "2.2"]
    assert book.warning.startswith("Your logbook cannot be kept on disk: ")
    assert capsys.readouterr().err.count("cannot be kept") == 1
    (tmp_path / "file").unlink()
    book.add(drilled(3))
    assert not book.warning and len(Logbook(book.path).entries()) == 4


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes with names there")
def test_a_pipe_is_no_file_to_wait_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    book = Logbook(tmp_path / "pipe")
    book.add(drilled())
    assert "is no file" in book.warning and len(book.entries()) == 1
    assert "is no file" in book.complaints()[0]


def test_a_lock_that_is_never_given_back(book: Logbook, monkeypatch: pytest.MonkeyPatch) -> None:
    assert book.path is not None
    monkeypatch.setattr(module, "_WAIT", 0.05)
    with logbook_file.locked(book.path, 1):
        book.add(drilled(1))
        book.add(drilled(2))
        assert "another program holds the file" in book.warning
        assert len(book.entries()) == 2
    book.add(drilled(3))
    assert len(Logbook(book.path).entries()) == 3


# ---- whose it is --------------------------------------------------------------------------


@pytest.fixture
def set_place(monkeypatch: pytest.MonkeyPatch) -> Callable[[str | None], Logbook]:
    def place(setting: str | None) -> Logbook:
        monkeypatch.setattr(module, "_own", None)
        if setting is None:
            monkeypatch.delenv("SKYLIB_LOGBOOK")
        else:
            monkeypatch.setenv("SKYLIB_LOGBOOK", setting)
        return own_logbook()

    return place


def test_what_is_told_is_kept(tmp_path: Path, set_place: Callable[[str | None], Logbook]) -> None:
    place = tmp_path / "deep" / "my.jsonl"
    book = set_place(str(place))
    module.begin()
    module.begin()
    tell(drilled())
    assert place.read_text().count("\n") == 1, "kept once, however often it is begun"
    assert own_logbook() is book


@pytest.mark.parametrize("word", ["off", " OFF "])
def test_off_keeps_in_memory(word: str, set_place: Callable[[str | None], Logbook]) -> None:
    book = set_place(word)
    tell(drilled())
    assert book.path is None and not book.warning and len(book.entries()) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
def test_the_users_own_data_folder(
    tmp_path: Path,
    set_place: Callable[[str | None], Logbook],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert set_place(None).path == tmp_path / "skylib" / "logbook.jsonl"
    assert not (tmp_path / "skylib").exists(), "a folder before anything is kept"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert set_place("").path == tmp_path / ".local/share/skylib/logbook.jsonl"


def test_no_home(
    set_place: Callable[[str | None], Logbook],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    import platformdirs

    monkeypatch.setattr(platformdirs, "user_data_path", lambda *a, **k: Path("~/.local"))
    book = set_place(None)
    tell(drilled())
    assert len(book.entries()) == 1
    assert "there is no home folder" in capsys.readouterr().err


def test_importing_the_lessons_loads_no_library_of_the_logbook() -> None:
    code = "import sys, skylib.lessons; print('filelock' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert run.stdout.strip() == "False", run.stderr


# ---- forgetting ---------------------------------------------------------------------------


def test_forgetting(book: Logbook) -> None:
    book.forget()  # nothing there yet
    book.add(drilled())
    book.forget()
    assert book.entries() == [] and book.path is not None and book.path.read_bytes() == b""
    book.add(drilled())
    assert len(book.entries()) == 1


def test_what_cannot_be_forgotten_says_so(tmp_path: Path) -> None:
    book = Logbook(tmp_path)  # a folder
    book.add(drilled())
    with pytest.raises(SkylibError, match="cannot be emptied"):
        book.forget()
    assert len(book.entries()) == 1
