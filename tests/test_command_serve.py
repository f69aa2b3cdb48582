"""`skylib serve`: which lessons are served, how, and what is said if they cannot be."""

from __future__ import annotations

import asyncio
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import nbformat
import pytest

from skylib.command import run, serve
from skylib.course import START, Course


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], Any]]:
    """Voila is not started; its command lines are kept, with what is to be served."""
    pytest.importorskip("voila")
    from skylib.command.served import ServedCourse

    lines: list[tuple[list[str], Any]] = []

    def launch(argv: list[str]) -> None:
        lines.append((argv, ServedCourse.about))

    monkeypatch.setattr(ServedCourse, "launch_instance", launch)
    monkeypatch.setattr(ServedCourse, "about", (Path(), None, None), raising=False)
    for name in ("JUPYTER_CONFIG_PATH", "JUPYTER_PATH", "JUPYTER_PREFER_ENV_PATH"):
        monkeypatch.setenv(name, "/mine")  # put back as it was afterwards
    monkeypatch.setenv("SKYLIB_LOGBOOK", "")
    monkeypatch.delenv("SKYLIB_LOGBOOK")
    return lines


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed course of two lessons."""
    folder = tmp_path / "_course"
    for name in (START, "game/1-flying.ipynb"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        book = nbformat.v4.new_notebook()
        book.cells = [nbformat.v4.new_markdown_cell(f"# {name}\n\n*To bring this page to life: x")]
        nbformat.write(book, folder / name)
    monkeypatch.setattr(serve, "find_course", lambda: Course(folder, False))
    return folder


def test_a_repository_serves_its_own_notebooks(
    launched: list[tuple[list[str], Any]], root: Path
) -> None:
    assert run.main(["serve"]) == 0
    ((line, (folder, lesson, most)),) = launched
    assert (folder, lesson, most) == (root / "notebooks", None, None)
    assert line[0] == str(root / "notebooks")
    assert "--Voila.ip=127.0.0.1" in line and "--template=skylib" in line
    assert not any("browser" in word or "port" in word for word in line)
    # Ours first, so that no other template of that name is taken; the user's own stays.
    assert os.environ["JUPYTER_PATH"].split(os.pathsep) == [str(serve.TEMPLATES), "/mine"]
    assert "SKYLIB_LOGBOOK" not in os.environ  # alone on one's own machine, one keeps it


def test_an_installed_course_is_served_where_it_lies(
    launched: list[tuple[list[str], Any]], course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--port", "8867", "--no-browser", "--pupils", "30", "--idle", "5", "--dark"]
    assert run.main(["serve", *words]) == 0
    ((line, (folder, lesson, most)),) = launched
    assert (folder, lesson, most) == (course, None, 30)
    assert {"--port=8867", "--Voila.port_retries=0", "--no-browser", "--theme=dark"} <= set(line)
    assert "--MappingKernelManager.cull_idle_timeout=300" in line
    assert capsys.readouterr().err == ""
    assert sorted(p.name for p in course.iterdir()) == [START, "game"]  # nothing was written


@pytest.mark.parametrize("word", ["game/1-flying", "1-flying", "1-flying.ipynb"])
def test_a_lesson_by_its_name(
    launched: list[tuple[list[str], Any]], course: Path, word: str
) -> None:
    assert run.main(["serve", word]) == 0
    folder, lesson, _ = launched[0][1]
    assert (folder, lesson.name) == (course, "game/1-flying")


def test_a_lesson_by_its_file(launched: list[tuple[list[str], Any]], course: Path) -> None:
    assert run.main(["serve", str(course / "game" / "1-flying.ipynb")]) == 0
    folder, lesson, _ = launched[0][1]
    assert (folder, lesson.name) == (course, "game/1-flying")  # so that its links lead on


def test_a_notebook_of_ones_own(
    launched: list[tuple[list[str], Any]], course: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "mine" / "raid.ipynb"
    mine.parent.mkdir()
    mine.write_bytes((course / START).read_bytes())
    for word, name in ((str(mine), "raid"), (str(mine.parent), None)):
        assert run.main(["serve", word]) == 0
        folder, lesson, _ = launched[-1][1]
        assert (folder, lesson and lesson.name) == (mine.parent, name)


def test_others_on_the_network_are_let_in_only_on_demand(
    launched: list[tuple[list[str], Any]], course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run.main(["serve", "--ip", "0.0.0.0"]) == 0
    assert "--Voila.ip=0.0.0.0" in launched[0][0]
    assert "over the network" in capsys.readouterr().err
    assert os.environ["SKYLIB_LOGBOOK"] == "off"  # else all would write into one
    os.environ["SKYLIB_LOGBOOK"] = "/srv/logbook"
    assert run.main(["serve", "--ip", "0.0.0.0"]) == 0
    assert os.environ["SKYLIB_LOGBOOK"] == "/srv/logbook"


@pytest.mark.parametrize(
    ("word", "says"),
    [("no-such-lesson", "is no lesson; there are 00-start-here, game/1-flying"), ("", "")],
)
def test_what_is_not_there(
    launched: list[tuple[list[str], Any]],
    course: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    word: str,
    says: str,
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run.main(["serve", word or str(empty)]) == 1
    assert launched == []
    assert (says or f"{empty} holds no notebooks") in capsys.readouterr().err


def test_wrong_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--port", "0"], ["--pupils", "0"], ["--idle", "x"], ["--idle", "1441"]):
        assert run.main(["serve", *words]) == 2
        assert "a whole number" in capsys.readouterr().err


@pytest.mark.parametrize("missing", [("voila",), ("ipykernel",), ("voila", "ipykernel")])
def test_without_voila(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], missing: tuple[str, ...]
) -> None:
    monkeypatch.setattr(serve, "find_spec", lambda name: None if name in missing else object())
    assert run.main(["serve"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"skylib: {' and '.join(missing)} must be installed beside skylib")
    assert "pip install 'skylib[serve]'" in err


def test_voila_takes_what_it_is_given(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of settings change between versions; a wrong one is only a warning in a log."""
    pytest.importorskip("voila")
    from skylib.command.served import ServedCourse

    monkeypatch.setenv("JUPYTER_PATH", str(serve.TEMPLATES))
    monkeypatch.setattr(ServedCourse, "about", (course, None, 2), raising=False)
    monkeypatch.setattr("voila.app.signal.signal", lambda *_: None)  # the signal is pytest's
    args = run.parser().parse_args(["serve", "--idle", "7", "--port", "8868", "--dark"])
    app = ServedCourse()
    app.initialize(serve.arguments(course, args))
    assert (app.root_dir, app.ip, app.port, app.port_retries) == (
        str(course),
        "127.0.0.1",
        8868,
        0,
    )
    settings = app.voila_configuration
    assert (settings.template, settings.theme) == ("skylib", "dark")
    assert settings.extension_allowlist == serve.EXTENSIONS
    assert settings.strip_sources and not settings.show_tracebacks
    app.connection_dir = str(course)
    kernels = app.init_settings()["kernel_manager"]
    assert (kernels.cull_idle_timeout, kernels.cull_connected) == (420, True)
    # Visitors may work widgets; to run code of their own is not among what is let through.
    assert "execute_request" not in kernels.allowed_message_types
    assert any("templates/skylib" in path.replace(os.sep, "/") for path in app.template_paths)


def test_a_lesson_as_a_page_has_a_title_and_no_directions(course: Path) -> None:
    pytest.importorskip("voila")
    from skylib.command.served import page_of

    book = page_of(nbformat.read(course / START, 4))
    assert book.metadata["title"] == START
    assert book.cells[0].source == f"# {START}"


def test_every_lesson_of_the_course_loses_its_directions(root: Path) -> None:
    pytest.importorskip("voila")
    from skylib.command.served import page_of

    for path in (root / "notebooks").rglob("*.ipynb"):
        if ".ipynb_checkpoints" in path.parts:
            continue
        book = page_of(nbformat.read(path, 4))
        text = "\n".join(cell.source for cell in book.cells if cell.cell_type == "markdown")
        assert "Run All Cells" not in text, path.name
        assert book.metadata["title"]


def test_the_template_loads_nothing_from_elsewhere() -> None:
    folder = serve.TEMPLATES / "voila" / "templates" / "skylib"
    assert json.loads((folder / "conf.json").read_text("utf-8")) == {"base_template": "lab"}
    for path in folder.iterdir():
        assert "http" not in path.read_text("utf-8"), path.name


def test_a_kernel_whose_page_never_comes_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("voila")
    from skylib.command import served

    class Kernels:
        """Three kernels: met at once, met later, never met."""

        def __init__(self) -> None:
            self.pages = {"met": 1, "late": 0, "never": 0}
            self.ended: list[str] = []

        def list_kernel_ids(self) -> list[str]:
            return [id for id in self.pages if id not in self.ended]

        def kernel_model(self, id: str) -> dict[str, int]:
            return {"connections": self.pages[id]}

        def shutdown_kernel(self, id: str) -> None:
            self.ended.append(id)

    app = served.ServedCourse()
    kernels = app.kernel_manager = Kernels()
    app.unmet = {}
    clock = 0.0
    monkeypatch.setattr(served.time, "monotonic", lambda: clock)

    def look(at: float) -> list[str]:
        nonlocal clock
        clock = at
        with ThreadPoolExecutor(1) as own:  # this thread may have a loop that runs already
            own.submit(asyncio.run, app.end_unmet()).result()
        return kernels.ended

    assert look(0) == []
    kernels.pages["late"] = 1
    assert look(served.UNMET) == []
    kernels.pages |= {"met": 0, "late": 0}  # a phone asleep: it may come back
    assert look(served.UNMET + 1) == ["never"]
    assert look(served.UNMET * 9) == ["never"]
