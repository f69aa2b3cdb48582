"""What lessons a folder holds: names, titles, order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from skylib.command.contents import Chapter, Lesson, chapters, find_lesson, lessons_in
from skylib.core.errors import SkylibError


def write(path: Path, *texts: str) -> None:
    cells = [{"cell_type": "markdown", "metadata": {}, "source": text} for text in texts]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4}), "utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    about = "**What you will be able to do** after ten minutes: turn *left*. You need: nothing."
    write(tmp_path / "00-start.ipynb", "# Start: here\n\ntext", "# A second heading")
    write(tmp_path / "game" / "2-turning.ipynb", f"# The Game 2: turning\n\n{about}\n")
    write(tmp_path / "game" / "10-play.ipynb", "# The Game 10: play")
    write(tmp_path / "others" / "a.ipynb", "no heading")
    write(tmp_path / "others" / "b.ipynb", "# Other")
    write(tmp_path / ".ipynb_checkpoints" / "c.ipynb", "# Hidden")
    write(tmp_path / "game" / ".hidden" / "d.ipynb", "# Hidden")
    return tmp_path


def test_lessons_in_the_order_of_the_course(folder: Path) -> None:
    assert lessons_in(folder) == [
        Lesson("00-start", "Start: here"),
        Lesson("game/2-turning", "The Game 2: turning", "Turn left."),
        Lesson("game/10-play", "The Game 10: play"),
        Lesson("others/a", "A"),
        Lesson("others/b", "Other"),
    ]


def test_chapters_are_called_as_their_lessons_begin(folder: Path) -> None:
    lessons = lessons_in(folder)
    assert chapters(lessons) == [
        Chapter("", tuple(lessons[:1])),
        Chapter("The Game", tuple(lessons[1:3])),
        Chapter("Others", tuple(lessons[3:])),
    ]


@pytest.mark.parametrize(
    "text", ["", "not json", "[]", "{}", '{"cells": 3}', '{"cells": [1]}', '{"cells": [{}]}']
)
def test_what_is_no_notebook_is_left_out(tmp_path: Path, text: str) -> None:
    (tmp_path / "broken.ipynb").write_text(text, "utf-8")
    (tmp_path / "bytes.ipynb").write_bytes(b"\xff\xfe\x00")
    write(tmp_path / "good.ipynb", "# Good")
    assert [lesson.name for lesson in lessons_in(tmp_path)] == ["good"]


@pytest.mark.parametrize(
    "wanted",
    ["game/2-turning", "2-turning", "game/2-turning.ipynb", "game\\2-turning", "/game/2-turning"],
)
def test_a_lesson_is_found_by_name_or_by_its_end(folder: Path, wanted: str) -> None:
    assert find_lesson(lessons_in(folder), wanted).name == "game/2-turning"


def test_a_lesson_that_is_not_there(folder: Path) -> None:
    for wanted in ("turning", "", "game", "2"):
        with pytest.raises(SkylibError, match="is no lesson; there are 00-start, game/2-turning"):
            find_lesson(lessons_in(folder), wanted)


def test_a_name_that_two_lessons_have(folder: Path) -> None:
    write(folder / "more" / "a.ipynb", "# Twice")
    with pytest.raises(SkylibError, match="more than one lesson; there are more/a, others/a"):
        find_lesson(lessons_in(folder), "a")
    assert find_lesson(lessons_in(folder), "more/a").title == "Twice"


def test_the_course_itself(root: Path) -> None:
    found = chapters(lessons_in(root / "notebooks"))
    titles = [chapter.title for chapter in found]
    assert titles[0] == ""
    assert {"Eye in the Sky", "Flying Circus", "Le Temps des As"} <= set(titles)
    names = [lesson.name for chapter in found for lesson in chapter.lessons]
    assert names[0] == "00-start-here"
    assert names.index("le-temps-des-as/9-options") < names.index("le-temps-des-as/10-play")
    on_disk = (root / "notebooks").rglob("*.ipynb")
    assert len(names) == sum(".ipynb_checkpoints" not in path.parts for path in on_disk)
