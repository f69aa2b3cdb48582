"""Where the notebooks are, and copying them into a folder of the user's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from skylib import course
from skylib.core.errors import SkylibError
from skylib.course import START, copy_course, find_course

LEDGER = ".skylib-course.json"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A small course."""
    folder = tmp_path / "source"
    (folder / "eye").mkdir(parents=True)
    (folder / START).write_text("start", "utf-8")
    (folder / "eye" / "1.ipynb").write_text("one", "utf-8")
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / ".ipynb_checkpoints" / "x.ipynb").write_text("litter", "utf-8")
    return folder


def content(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in folder.rglob("*")
        if path.is_file() and path.name != LEDGER
    }


def test_copies_the_course_and_no_litter(source: Path, tmp_path: Path) -> None:
    copied = copy_course(source, tmp_path / "deep" / "mine")
    assert content(tmp_path / "deep" / "mine") == {START: "start", "eye/1.ipynb": "one"}
    assert set(copied.written) == {START, "eye/1.ipynb"} and copied.kept == ()


def test_a_second_time_changes_nothing(source: Path, tmp_path: Path) -> None:
    copy_course(source, tmp_path / "mine")
    assert copy_course(source, tmp_path / "mine") == ((), ())


def test_never_overwrites_what_the_user_changed(source: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    copy_course(source, mine)
    (mine / START).write_text("my notes", "utf-8")
    (mine / "own.ipynb").write_text("own", "utf-8")
    (source / START).write_text("start, second edition", "utf-8")
    (source / "eye" / "1.ipynb").write_text("one, second edition", "utf-8")
    for _ in range(2):
        copied = copy_course(source, mine)
        assert copied.kept == (START,)
        assert content(mine) == {
            START: "my notes",
            "own.ipynb": "own",
            "eye/1.ipynb": "one, second edition",
        }


def test_a_file_put_there_before_is_the_users(source: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / START).write_text("mine before", "utf-8")
    assert copy_course(source, mine).kept == (START,)
    assert content(mine)[START] == "mine before"


def test_a_lesson_thrown_away_comes_back(source: Path, tmp_path: Path) -> None:
    copy_course(source, tmp_path / "mine")
    (tmp_path / "mine" / START).unlink()
    assert copy_course(source, tmp_path / "mine").written == (START,)


@pytest.mark.parametrize("ledger", ["", "{", "[]", '"x"', '{"00-start-here.ipynb": 3}'])
def test_a_broken_ledger_keeps_everything(ledger: str, source: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    copy_course(source, mine)
    (mine / LEDGER).write_text(ledger, "utf-8")
    (source / START).write_text("second edition", "utf-8")
    assert copy_course(source, mine).kept == (START,)
    assert content(mine)[START] == "start"
    assert json.loads((mine / LEDGER).read_text("utf-8")).keys() >= {"eye/1.ipynb"}


def test_a_file_in_the_way(source: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(SkylibError, match="cannot be written"):
        copy_course(source, tmp_path / "file")


def test_a_folder_that_is_not_ours(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(path: Path, data: bytes) -> int:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "write_bytes", denied)  # root would be let in everywhere
    with pytest.raises(SkylibError, match=r"cannot be written: .*Permission denied"):
        copy_course(source, tmp_path / "mine")


def test_the_repository_is_found(root: Path, tmp_path: Path) -> None:
    assert find_course(tmp_path) == (root / "notebooks", True)


def installed(monkeypatch: pytest.MonkeyPatch, folder: Path, with_course: bool) -> Path:
    """As if the package lay in another folder, like an installed one."""
    package = folder / "site-packages" / "skylib"
    package.mkdir(parents=True)
    if with_course:
        (package / "_course").mkdir()
        (package / "_course" / START).write_text("start", "utf-8")
    monkeypatch.setattr(course, "__file__", str(package / "course.py"))
    return package


def test_an_installed_package_brings_the_course(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = installed(monkeypatch, tmp_path, with_course=True)
    assert find_course(tmp_path) == (package / "_course", False)


def test_an_installed_package_uses_the_repository_it_is_called_in(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, root: Path
) -> None:
    installed(monkeypatch, tmp_path, with_course=True)
    assert find_course(root) == (root / "notebooks", True)


@pytest.mark.parametrize("project", ['[project]\nname = "other"', "project = 3", "= ", None])
def test_another_project_is_not_taken_for_the_repository(
    project: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = installed(monkeypatch, tmp_path, with_course=True)
    here = tmp_path / "here"
    (here / "notebooks").mkdir(parents=True)
    (here / "notebooks" / START).write_text("other", "utf-8")
    if project is not None:
        (here / "pyproject.toml").write_text(project, "utf-8")
    assert find_course(here) == (package / "_course", False)


def test_no_course_at_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    installed(monkeypatch, tmp_path, with_course=False)
    with pytest.raises(SkylibError, match="missing"):
        find_course(tmp_path)
