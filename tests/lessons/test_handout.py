"""Handouts: every lesson as one page that needs nothing else, its answers folded."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
import pytest

import skylib
from skylib import lessons
from skylib.core.errors import SkylibError
from skylib.lessons.handout import ANSWERS, Handout, handout
from skylib.lessons.handout_pieces import Call, call_of, piece_of
from skylib.lessons.tasks import find_level

COURSE = Path(skylib.__file__).parents[1] / "notebooks"
NAMES = sorted(
    p.relative_to(COURSE).with_suffix("").as_posix()
    for p in COURSE.rglob("*.ipynb")
    if ".ipynb_checkpoints" not in p.parts
)
VOID = {"meta", "img", "br", "hr", "input", "link", "wbr", "col", "source"}
LARGEST = 2_500_000  # bytes of a page


@cache
def made(name: str) -> Handout:
    return handout(COURSE / f"{name}.ipynb", lesson=name)


class Page(HTMLParser):
    """A page taken apart: that its tags close in order, and what is in and outside folds."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.faults: list[str] = []
        self.headings: list[int] = []
        self.pictures: list[dict[str, str]] = []
        self.outside = ""  # the text that is not in <details>, <style>
        self.todo = ""  # of this, what belongs to questions
        self.folded = ""
        self.in_todo: list[bool] = []  # for each open section
        self.resources: list[str] = []
        self.attributes: dict[str, dict[str, str]] = {}
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {k: v or "" for k, v in attrs}
        self.attributes.setdefault(tag, values)
        if tag in ("script", "iframe", "object", "embed"):
            self.faults.append(f"<{tag}>")
        self.faults += [f"{tag} has {k}" for k in values if k.startswith("on")]
        for key in ("src", "srcset", "poster", "data", "background"):
            if key in values:
                self.resources.append(values[key])
        if tag == "link":
            self.resources.append(values.get("href", ""))
        if tag == "img":
            self.pictures.append(values)
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "section":
            self.in_todo.append(values.get("class") in ("todo", "key turned"))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if tag == "section":
            self.in_todo.pop()
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self.open[-1:]}")
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if "details" in self.open:
            self.folded += data
        elif "style" not in self.open:
            self.outside += data
            self.todo += data if any(self.in_todo) else ""


def tasks_of(name: str) -> list[Call]:
    book = nbformat.read(COURSE / f"{name}.ipynb", 4)
    calls = [call_of(c.source) for c in book.cells if c.cell_type == "code"]
    return [call for call in calls if call is not None]


# ---- every lesson ------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_is_one_sound_page(name: str) -> None:
    page = Page(made(name).page)
    assert page.faults == []
    assert page.attributes["html"]["lang"] == "en"
    assert "<title>" in made(name).page and made(name).title in page.outside
    assert len(made(name).page.encode()) < LARGEST
    assert all(r.startswith("data:image/") for r in page.resources)
    assert not re.search(r"@import|url\((?!data:)", made(name).page)
    assert "default-src 'none'" in made(name).page


@pytest.mark.parametrize("name", NAMES)
def test_headings_are_in_order(name: str) -> None:
    levels = Page(made(name).page).headings
    assert levels[0] == 1 and levels.count(1) == 1
    for before, after in pairwise(levels):
        assert after <= before + 1


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_has_words(name: str) -> None:
    for picture in Page(made(name).page).pictures:
        assert len(picture["alt"].split()) >= 5, picture["alt"]
        assert len(picture["alt"]) <= 320
        assert picture["alt"].startswith("Map.")


@pytest.mark.parametrize("name", NAMES)
def test_no_code_no_kernel_talk_and_no_answer_in_the_open(name: str) -> None:
    page = Page(made(name).page)
    assert "from skylib import lessons" not in page.outside
    assert "lessons.predict(" not in page.outside and "Run All Cells" not in page.outside
    for call in tasks_of(name):
        if call.name == "predict":
            question = lessons.predict(*call.args)
            because = question.because.strip().split("\n")[0]
            assert question.asked in page.todo
            assert because not in page.todo and because in page.folded, call
        if call.name == "level":
            level = find_level(*call.args)
            assert level.goal.text in page.todo
            if len(level.solution) > 1:
                way = "; ".join(level.solution)
                assert way not in page.outside and way in page.folded


@pytest.mark.parametrize("name", NAMES)
def test_every_question_of_a_lesson_is_printed(name: str) -> None:
    asked = [c for c in tasks_of(name) if c.name in ("predict", "level")]
    drills = [c for c in tasks_of(name) if c.name == "drill"]
    assert made(name).questions == len(asked) + 3 * len(drills)
    page = made(name).page
    assert page.count('<section aria-label="') + page.count('<section class="todo"') >= (
        made(name).questions
    )
    for number in range(1, made(name).questions + 1):
        assert f"<summary>Answer {number}</summary>" in page


# ---- options -------------------------------------------------------------------------------


def first(answers: Any = "last-page", **more: Any) -> Handout:
    return handout(COURSE / "eye-in-the-sky" / "1-flying.ipynb", answers, **more)


def test_where_the_answers_are() -> None:
    last, apart, none = (first(a) for a in ANSWERS)
    reason = "a flight ends with at most 1 side"
    assert reason in last.page and 'class="key turned"' in last.page and not last.answers
    body = apart.page.split("</style>")[1]
    assert reason not in body.split("How it ends")[1] and "<summary>Answer" not in body
    assert Page(apart.answers).faults == [] and reason in Page(apart.answers).folded
    assert Page(apart.answers).headings == [1, 2]
    assert none.answers == "" and none.page == apart.page
    with pytest.raises(SkylibError, match="last-page"):
        first("somewhere")


def test_code_links_and_the_number_of_questions() -> None:
    plain, linked = first(), first(linked=True, code=True, questions=5)
    assert "1-flying.ipynb" not in plain.page and 'href="2-photographs' not in plain.page
    assert 'href="2-photographs.html"' in linked.page
    assert "lessons.predict(" in Page(linked.page).outside
    assert linked.questions == plain.questions + 2
    assert first(questions=0).questions == plain.questions - 3
    assert Page(linked.page).faults == []


def test_two_runs_make_the_same_page() -> None:
    assert first().page == first().page


# ---- cells ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source, call",
    [
        ("lessons.predict('a/b')", Call("predict", ("a/b",))),
        ("lessons.fly('g', players=2, on=['x'])", Call("fly", ("g",), {"players": 2, "on": ["x"]})),
        ("lessons.predict(name)", None),
        ("lessons.predict(open('/etc/passwd').read())", None),
        ("lessons.predict(**more)", None),
        ("other.predict('a/b')", None),
        ("lessons.predict('a/b')\nlessons.predict('c/d')", None),
        ("x = lessons.predict('a/b')", None),
        ("lessons.predict('a/b'", None),
        ("(" * 5000, None),
        ("%matplotlib inline", None),
        ("", None),
    ],
)
def test_a_cell_is_read_and_never_run(source: str, call: Call | None) -> None:
    assert call_of(source) == call


def test_a_call_that_would_fail_leaves_what_was_saved() -> None:
    for source in (
        "lessons.predict('eye-in-the-sky/no-such')",
        "lessons.level()",
        "lessons.rules('nosuch', 'X')",
        "lessons.drill(3)",
        "lessons.replay(4)",
    ):
        piece = piece_of(source, "what was <saved>")
        assert "what was &lt;saved&gt;" in piece.body and piece.items == ()


def test_what_is_saved_is_escaped_and_markup_is_left_out(tmp_path: Path) -> None:
    book = nbformat.v4.new_notebook()
    bad = "<script>alert(1)</script>"
    output = nbformat.v4.new_output(
        "execute_result",
        {"text/plain": bad, "text/html": bad, "image/png": '"><script>'},
        execution_count=1,
    )
    book.cells = [
        nbformat.v4.new_markdown_cell("# A & <b>title</b>\n\n![x](../../secret.png) [n](n.ipynb)"),
        nbformat.v4.new_code_cell("print(1)", outputs=[output]),
        nbformat.v4.new_raw_cell(bad),
    ]
    (tmp_path / "in").mkdir()
    (tmp_path / "secret.png").write_bytes(b"secret")
    path = tmp_path / "in" / "x.ipynb"
    nbformat.write(book, path)
    page = Page(handout(path).page)
    assert page.faults == []
    assert page.resources == ['data:image/png;base64,"><script>']
    assert "secret" not in handout(path).page


def test_a_picture_beside_the_notebook_comes_along(tmp_path: Path) -> None:
    book = nbformat.v4.new_notebook()
    book.cells = [nbformat.v4.new_markdown_cell("# T\n\n![a plane](p.png)\n\n![gone](q.png)")]
    (tmp_path / "p.png").write_bytes(b"\x89PNG")
    nbformat.write(book, tmp_path / "x.ipynb")
    page = Page(handout(tmp_path / "x.ipynb").page)
    assert page.resources == ["data:image/png;base64,iVBORw=="]
    assert page.pictures[0]["alt"] == "a plane" and "gone" in page.outside


@pytest.mark.parametrize(
    "content", [b"", b"not json", b"{}", b"[]", b'{"nbformat": 4}', b"\xff\xfe", b"null", b"3"]
)
def test_what_is_no_notebook_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.ipynb"
    path.write_bytes(content)
    with pytest.raises(SkylibError, match="no notebook"):
        handout(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SkylibError, match="cannot be read"):
        handout(tmp_path / "none.ipynb")
    with pytest.raises(SkylibError, match="cannot be read"):
        handout(tmp_path)
