"""`skylib lab`: the course, opened in JupyterLab."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from skylib.command import lab, run
from skylib.course import START, Course

TRACKER = "@jupyterlab/notebook-extension:tracker"
NEWS = "@jupyterlab/apputils-extension:announcements"


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """JupyterLab is not started; its command lines are kept."""
    labapp = pytest.importorskip("jupyterlab.labapp")
    lines: list[list[str]] = []
    monkeypatch.setattr(labapp.LabApp, "launch_instance", lines.append)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "")  # put back as it was afterwards
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
    return lines


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed course of one lesson, and a home for the user."""
    folder = tmp_path / "_course"
    folder.mkdir()
    (folder / START).write_text("{}", "utf-8")
    monkeypatch.setattr(lab, "find_course", lambda: Course(folder, False))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    return folder


def test_a_repository_opens_its_own_notebooks(launched: list[list[str]], root: Path) -> None:
    assert run.main(["lab"]) == 0
    (line,) = launched
    assert f"--ServerApp.root_dir={root}" in line
    assert f"--LabApp.default_url=/lab/tree/notebooks/{START}" in line
    assert not any("browser" in word or ".port" in word for word in line)
    assert str(lab.SETTINGS) in os.environ["JUPYTER_CONFIG_PATH"].split(os.pathsep)


def test_an_installed_course_is_copied_home(
    launched: list[list[str]], course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home" / "skylib-course"
    assert run.main(["lab", "--no-browser", "--port", "8890"]) == 0
    assert (home / "notebooks" / START).read_text("utf-8") == "{}"
    (line,) = launched
    assert f"--ServerApp.root_dir={home}" in line
    assert "--no-browser" in line and "--ServerApp.port=8890" in line
    assert f"The course is in {home / 'notebooks'}" in capsys.readouterr().out
    (home / "notebooks" / START).write_text("mine", "utf-8")
    assert run.main(["lab"]) == 0
    assert f"{START} is as you left it" in capsys.readouterr().out
    assert (home / "notebooks" / START).read_text("utf-8") == "mine"


def test_a_folder_of_ones_own(
    launched: list[list[str]], course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for word, folder in (("flying", tmp_path / "flying"), ("~/fly", tmp_path / "home" / "fly")):
        assert run.main(["lab", word]) == 0
        assert (folder / "notebooks" / START).is_file()
        assert f"--ServerApp.root_dir={folder}" in launched[-1]


def test_a_folder_that_is_a_file(
    launched: list[list[str]], course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    assert run.main(["lab", str(tmp_path / "file")]) == 1
    assert launched == []
    assert "cannot be written" in capsys.readouterr().err


def test_without_jupyterlab(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lab, "find_spec", lambda name: None)
    assert run.main(["lab"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("skylib: JupyterLab is not installed")
    assert "pip install 'skylib[lab]'" in err


def test_the_users_own_configuration_goes_first() -> None:
    environment = {"JUPYTER_CONFIG_PATH": "/mine", "JUPYTER_PREFER_ENV_PATH": "0"}
    lab.use_settings(environment)
    assert environment["JUPYTER_CONFIG_PATH"].split(os.pathsep) == ["/mine", str(lab.SETTINGS)]
    assert environment["JUPYTER_PREFER_ENV_PATH"] == "0"


def test_a_terminal_of_jupyterlab_finds_the_command() -> None:
    beside = str(Path(sys.executable).parent)
    environment = {"PATH": os.pathsep.join(["/usr/bin", "/bin"])}
    lab.use_settings(environment)
    assert environment["PATH"].split(os.pathsep) == [beside, "/usr/bin", "/bin"]
    lab.use_settings(environment)
    assert environment["PATH"].split(os.pathsep) == [beside, "/usr/bin", "/bin"]


def test_the_windowing_mode_is_one_that_jupyterlab_knows() -> None:
    jupyterlab = pytest.importorskip("jupyterlab")
    share = Path(sys.prefix) / "share" / "jupyter" / "lab"
    schema_file = share / "schemas" / "@jupyterlab" / "notebook-extension" / "tracker.json"
    schema = json.loads(schema_file.read_text("utf-8"))["properties"]["windowingMode"]
    file = lab.SETTINGS / "labconfig" / "default_setting_overrides.json"
    mode = json.loads(file.read_text("utf-8"))[TRACKER]["windowingMode"]
    known = {option["const"] for option in schema["oneOf"]} if "oneOf" in schema else schema["enum"]
    assert mode in known, jupyterlab.__version__


# ---- a real server ---------------------------------------------------------------------------


class Server:
    """A running `skylib lab`."""

    def __init__(self, url: str, home: Path) -> None:
        self.url, self.home = url, home

    def get(self, path: str) -> str:
        with urllib.request.urlopen(f"{self.url}{path}?token=secret", timeout=30) as answer:
            return answer.read().decode("utf-8")  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def server(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    pytest.importorskip("jupyterlab")
    home = tmp_path_factory.mktemp("home")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    hidden = ("JUPYTER", "XDG_")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(hidden)}
    environment |= {"HOME": str(home), "PYTHONPATH": str(root), "JUPYTER_TOKEN": "secret"}
    with open(home / "log.txt", "wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "skylib", "lab", "--no-browser", "--port", str(port), "course"],
            cwd=home,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    try:
        running = Server(f"http://127.0.0.1:{port}", home)
        for _ in range(300):
            try:
                running.get("/api")
                break
            except OSError:
                assert process.poll() is None, (home / "log.txt").read_text("utf-8")
                time.sleep(0.2)
        else:
            pytest.fail((home / "log.txt").read_text("utf-8"))
        yield running
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def test_the_server_opens_the_first_lesson(server: Server) -> None:
    log = (server.home / "log.txt").read_text("utf-8")
    assert f"/lab/tree/notebooks/{START}?token=" in log
    assert "jupyter-config-data" in server.get(f"/lab/tree/notebooks/{START}")
    listed: dict[str, Any] = json.loads(server.get("/api/contents/notebooks"))
    assert START in {entry["name"] for entry in listed["content"]}


def test_the_server_has_our_settings(server: Server) -> None:
    settings = json.loads(server.get(f"/lab/api/settings/{TRACKER}"))
    assert settings["schema"]["properties"]["windowingMode"]["default"] == "none"
    assert settings["raw"].strip() in ("", "{}")  # what the user chose: nothing
    page = server.get("/lab")
    data = page.partition('id="jupyter-config-data" type="application/json">')[2]
    config = json.loads(data.partition("</script>")[0])
    assert NEWS in config["disabledExtensions"]


def test_the_users_own_settings_are_not_touched(server: Server) -> None:
    server.get("/lab")
    for folder in (server.home / ".jupyter", server.home / ".config"):
        written = {p.name for p in folder.rglob("*") if p.is_file()}
        # The server writes down its own identity, as with any other start of JupyterLab.
        assert not {n for n in written if n.endswith((".jupyterlab-settings", ".py", ".json"))} - {
            "migrated.json"
        }
