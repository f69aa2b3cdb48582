"""The repository as a whole: what lies at its top, its links, its commands, its wheel."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import nbformat
import pytest

import skylib
from skylib.command import run
from skylib.course import START

TOP = {
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "notebooks",
    "skylib",
    "tests",
    "binder",
    "deploy",
    "docs",
}
BINDER_PATH = f"?urlpath=lab/tree/notebooks/{START}"


def tracked(root: Path, *paths: str) -> list[str]:
    """The files under version control, as git lists them."""
    line = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--", *paths]
    done = subprocess.run(line, cwd=root, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.split("\0") if name]


@pytest.fixture(scope="module")
def project(root: Path) -> dict[str, object]:
    data = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    return data["project"]  # type: ignore[no-any-return]


# ---- the top level -----------------------------------------------------------------------


def test_the_top_level_holds_nothing_more(root: Path) -> None:
    top = {name.partition("/")[0] for name in tracked(root)}
    assert {name for name in top if not name.startswith(".")} <= TOP
    assert ".ci" in top


def test_nothing_generated_is_under_version_control(root: Path) -> None:
    litter = re.compile(
        r"(^|/)(__pycache__|\.ipynb_checkpoints|\.venv|dist|build)/|\.pyc$|\.egg-info"
    )
    assert [name for name in tracked(root) if litter.search(name)] == []


def test_licence(root: Path, project: dict[str, object]) -> None:
    text = (root / "LICENSE").read_text("utf-8")
    assert text.startswith("MIT License\n\nCopyright (c) 2026 The skylib authors\n")
    assert project["license"] == "MIT"


def test_changelog_begins_with_what_is_not_released(root: Path) -> None:
    text = (root / "CHANGELOG.md").read_text("utf-8")
    heads = re.findall(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", text, re.MULTILINE)
    assert heads[0] == ("Unreleased", "")
    assert all(date for _, date in heads[1:])
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.+)$", text, re.MULTILINE)) <= kinds


# ---- links -------------------------------------------------------------------------------


def texts(root: Path) -> dict[str, str]:
    """Every text that may hold a link: pages, Binder's files, the cells of notebooks."""
    out = {}
    for name in tracked(root, "README.md", "CHANGELOG.md", "binder", "deploy", "docs", "notebooks"):
        if name.endswith((".png", ".svg", ".jpg")):
            continue
        text = (root / name).read_text("utf-8")
        if name.endswith(".ipynb"):
            text = "\n\n".join(cell.source for cell in nbformat.reads(text, 4).cells)
        out[name] = text
    return out


def addresses(text: str) -> list[str]:
    return re.findall(r"https?://[^\s)<>\"'\]`]+", text)


def wrong_links(text: str, repository: str) -> list[str]:
    """Links to a place of our repository that is not the one named in pyproject.toml."""
    name = repository.rpartition("/")[2]
    wrong = []
    for address in addresses(text):
        place = re.match(
            r"https?://(?:www\.|raw\.|gist\.)?(github(?:usercontent)?\.com|mybinder\.org/v2/gh|"
            r"nbviewer\.org/github|colab\.research\.google\.com/github)/([^/?#]+/[^/?#]+)",
            address,
        )
        if not place:
            continue
        is_ours = place[2] == repository
        if place[1].startswith("mybinder"):
            if not is_ours or not re.search(
                r"/HEAD\?urlpath=lab/tree/notebooks/\S+\.ipynb$", address
            ):
                wrong.append(address)
        elif not is_ours and place[2].partition("/")[2].removesuffix(".git") == name:
            wrong.append(address)
    return wrong


def repository_of(project: dict[str, object]) -> str:
    urls = project["urls"]
    assert isinstance(urls, dict)
    address = urls["Repository"]
    match = re.fullmatch(r"https://github\.com/([\w.-]+/[\w.-]+)", address)
    assert match, address
    return match[1]


def test_every_link_is_held_to_the_one_address(root: Path, project: dict[str, object]) -> None:
    repository = repository_of(project)
    found = {name: wrong_links(text, repository) for name, text in texts(root).items()}
    assert {name: links for name, links in found.items() if links} == {}


def test_the_readme_opens_the_first_lesson_on_binder(
    root: Path, project: dict[str, object]
) -> None:
    link = f"https://mybinder.org/v2/gh/{repository_of(project)}/HEAD{BINDER_PATH}"
    assert f"]({link})" in (root / "README.md").read_text("utf-8")
    assert (root / "notebooks" / START).is_file()


@pytest.mark.parametrize(
    ("link", "is_wrong"),
    [
        (f"https://mybinder.org/v2/gh/me/sky/HEAD{BINDER_PATH}", False),
        (f"https://mybinder.org/v2/gh/you/sky/HEAD{BINDER_PATH}", True),
        (f"https://mybinder.org/v2/gh/me/sky/main{BINDER_PATH}", True),
        ("https://mybinder.org/v2/gh/me/sky/HEAD?urlpath=tree/notebooks/a.ipynb", True),
        ("https://mybinder.org/badge_logo.svg", False),
        ("https://github.com/me/sky/blob/HEAD/LICENSE", False),
        ("https://github.com/you/sky", True),
        ("https://github.com/you/sky.git", True),
        ("https://github.com/bokeh/bokeh", False),
        ("https://raw.githubusercontent.com/you/sky/HEAD/a.png", True),
        ("https://nbviewer.org/github/you/sky/a.ipynb", True),
    ],
)
def test_links_are_told_apart(link: str, is_wrong: bool) -> None:
    assert bool(wrong_links(f"see [it]({link}).", "me/sky")) is is_wrong


def test_links_within_the_repository_lead_somewhere(root: Path) -> None:
    broken = []
    for name, text in texts(root).items():
        if not name.endswith((".md", ".ipynb")):
            continue
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            path = target.partition("#")[0]
            if path and ":" not in path and not (root / name).parent.joinpath(path).exists():
                broken.append((name, target))
    assert broken == []


# ---- the README's commands ---------------------------------------------------------------


def readme_command(root: Path, mark: str) -> str:
    text = (root / "README.md").read_text("utf-8")
    blocks = re.findall(rf"^<!-- {mark} -->\n```sh\n(.+)\n```$", text, re.MULTILINE)
    assert len(blocks) == 1, f"one command of one line below the mark {mark!r}"
    return blocks[0]  # type: ignore[no-any-return]


def test_the_course_command(root: Path, project: dict[str, object]) -> None:
    command = readme_command(root, "course command")
    parts = command.split(" && ")
    assert parts[0] == "python3 -m venv .venv"
    assert re.fullmatch(r"\.venv/bin/pip install -q (-e )?'\.\[lab\]'", parts[1])
    program, *arguments = parts[2].split()
    assert program == ".venv/bin/skylib"
    assert run.parser().parse_args(arguments).command == "lab"
    assert "lab" in project["optional-dependencies"]  # type: ignore[operator]


def test_the_test_command(root: Path) -> None:
    command = readme_command(root, "test command")
    parts = command.split(" && ")
    assert parts[0] == "python3 -m venv .venv"
    assert re.fullmatch(r"\.venv/bin/pip install -q -e '\.\[lab,test\]'", parts[1])
    assert parts[2].split()[0] == ".venv/bin/pytest"
    assert not {"-k", "-m", "--ignore", "--deselect"} & set(parts[2].split())


@pytest.mark.skipif(os.name != "posix", reason="a shell script")
@pytest.mark.parametrize("code", [0, 3])
def test_ci_runs_the_readmes_test_command(code: int, root: Path, tmp_path: Path) -> None:
    clone, tools = tmp_path / "clone", tmp_path / "tools"
    (clone / ".ci").mkdir(parents=True)
    (clone / ".venv").mkdir()
    tools.mkdir()
    (clone / ".ci" / "run").write_bytes((root / ".ci" / "run").read_bytes())
    word = readme_command(root, "test command")
    command = (
        f"echo 'ran' $SKYLIB_BROWSER ${{DISPLAY-dark}} $(cat) \"$(pwd)\" && ls -A && exit {code}"
    )
    readme = (root / "README.md").read_text("utf-8")
    assert word in readme
    (clone / "README.md").write_text(readme.replace(word, command), "utf-8")
    for name in ("chromium", "git", "apt-get"):
        (tools / name).write_text("#!/bin/sh\nexit 9\n", "utf-8")
        (tools / name).chmod(0o755)
    environment = dict(os.environ, DISPLAY=":0", PATH=f"{tools}{os.pathsep}{os.environ['PATH']}")
    done = subprocess.run(
        ["bash", ".ci/run"],
        cwd=clone,
        env=environment,
        input="typed",
        capture_output=True,
        text=True,
    )
    assert done.returncode == code, done.stderr
    assert done.stdout.splitlines() == [command, f"ran required dark {clone}", ".ci", "README.md"]


@pytest.mark.skipif(os.name != "posix", reason="a shell script")
def test_ci_fails_if_the_readme_has_no_test_command(root: Path, tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    script = tmp_path / ".ci" / "run"
    script.write_bytes((root / ".ci" / "run").read_bytes())
    for text in (
        "",
        "<!-- test command -->\n```sh\n```\n",
        "<!-- test command -->\n```sh\na\nb\n```\n",
    ):
        (tmp_path / "README.md").write_text(text, "utf-8")
        tools = tmp_path / "tools"
        tools.mkdir(exist_ok=True)
        for name in ("chromium", "git"):
            (tools / name).write_text("#!/bin/sh\n", "utf-8")
            (tools / name).chmod(0o755)
        path = f"{tools}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", str(script)], env=dict(os.environ, PATH=path), capture_output=True, text=True
        )
        assert done.returncode == 1
        assert "README.md has no test command" in done.stderr


def test_ci_can_be_run(root: Path) -> None:
    modes = {}
    line = ["git", "-c", "safe.directory=*", "ls-files", "-s", ".ci/run", "binder/postBuild"]
    done = subprocess.run(line, cwd=root, capture_output=True, text=True, check=True)
    for row in done.stdout.splitlines():
        mode, _, _, name = row.split()
        modes[name] = mode
    assert modes == {".ci/run": "100755", "binder/postBuild": "100755"}


# ---- what is built -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source archive."""
    folder = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=root,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> zipfile.ZipFile:
    (path,) = built.glob("*.whl")
    return zipfile.ZipFile(path)


def test_the_wheel_holds_the_package_whole(root: Path, wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    assert set(tracked(root, "skylib")) - names == set()
    for kind in ("rules.toml", ".json"):
        assert any(name.endswith(kind) for name in names)


def test_the_wheel_holds_the_course(root: Path, wheel: zipfile.ZipFile) -> None:
    lessons = {
        path.relative_to(root / "notebooks").as_posix()
        for path in (root / "notebooks").rglob("*.ipynb")
        if ".ipynb_checkpoints" not in path.parts
    }
    held = {
        name.removeprefix("skylib/_course/")
        for name in wheel.namelist()
        if name.startswith("skylib/_course/") and name.endswith(".ipynb")
    }
    assert START in held
    assert held == lessons


def test_the_wheel_says_what_it_is(wheel: zipfile.ZipFile) -> None:
    (folder,) = {n.split("/")[0] for n in wheel.namelist() if ".dist-info/" in n}
    meta = wheel.read(f"{folder}/METADATA").decode("utf-8")
    assert f"Version: {skylib.__version__}\n" in meta
    assert "License-Expression: MIT\n" in meta
    entry = wheel.read(f"{folder}/entry_points.txt").decode("utf-8")
    assert "skylib = skylib.__main__:main" in entry
    assert not [n for n in wheel.namelist() if n.startswith(("tests/", "binder/"))]


def test_an_installed_wheel_copies_its_course(
    wheel: zipfile.ZipFile, tmp_path: Path, root: Path
) -> None:
    wheel.extractall(tmp_path / "site")
    code = (
        "from skylib.command.lab import prepare; from skylib.course import find_course\n"
        "assert not find_course().is_clone\n"
        "print(prepare('mine'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=dict(os.environ, PYTHONPATH=str(tmp_path / "site")),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    copy = tmp_path / "mine" / "notebooks" / START
    assert copy.read_bytes() == (root / "notebooks" / START).read_bytes()


def test_the_source_archive_holds_what_the_wheel_is_built_from(built: Path, root: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = set(tracked(root, "skylib", "notebooks", "pyproject.toml", "README.md", "LICENSE"))
    assert wanted - names == set()
