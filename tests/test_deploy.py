"""The files for running the course elsewhere: they read well, and agree with the library."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from skylib.course import START

PAGE = "docs/running-a-class.md"


def pinned(path: Path) -> dict[str, str]:
    lines = [line.partition("#")[0].strip() for line in path.read_text("utf-8").splitlines()]
    pairs = [line.split("==") for line in lines if line]
    assert all(len(pair) == 2 for pair in pairs), path
    return {canonicalize_name(name): version for name, version in pairs}


# ---- JupyterLite --------------------------------------------------------------------------


def test_the_sites_wheels_are_within_our_bounds_and_binders_versions(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    needs = [Requirement(text) for text in project["dependencies"]]
    wheels = pinned(root / "deploy" / "jupyterlite" / "wheels.txt")
    binder = pinned(root / "binder" / "requirements.txt")
    browser = {"sys_platform": "emscripten"}
    for need in needs:
        name = canonicalize_name(need.name)
        if need.marker is None or need.marker.evaluate(browser):
            assert need.specifier.contains(wheels[name]), need
        else:
            assert name not in wheels  # has no build for browsers
    builders = pinned(root / "deploy" / "jupyterlite" / "requirements.txt")
    for name in (wheels.keys() | builders.keys()) & binder.keys():
        assert wheels.get(name, builders.get(name)) == binder[name], name


# ---- JupyterHub ---------------------------------------------------------------------------


class Settings:
    """What JupyterHub's ``c`` is to its configuration: takes any setting."""

    def __getattr__(self, name: str) -> Any:
        made = Settings()
        self.__dict__[name] = made
        return made


def hub_settings(root: Path) -> Settings:
    path = root / "deploy" / "jupyterhub" / "jupyterhub_config.py"
    c = Settings()
    exec(compile(path.read_text("utf-8"), str(path), "exec"), {"get_config": lambda: c})
    return c


def test_the_hub_of_one_room(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKYLIB_CLASS_PASSWORD", "secret")
    monkeypatch.setenv("SKYLIB_CLASS_FOLDER", str(tmp_path / "class"))
    monkeypatch.delenv("SKYLIB_CLASS_ADDRESS", raising=False)
    c = hub_settings(root)
    assert c.JupyterHub.bind_url == "http://127.0.0.1:8000"  # nobody else, unless told so
    assert c.DummyAuthenticator.password == "secret"
    assert c.Spawner.default_url == f"/lab/tree/notebooks/{START}"

    class Spawner:
        class user:
            name = "anna"

    c.Spawner.pre_spawn_hook(Spawner())
    home = tmp_path / "class" / "homes" / "anna"
    lesson = home / "notebooks" / START
    assert lesson.is_file()
    lesson.write_text("mine", "utf-8")
    c.Spawner.pre_spawn_hook(Spawner())
    assert lesson.read_text("utf-8") == "mine"
    # A name becomes a folder's name: it cannot lead elsewhere.
    pattern = c.Authenticator.username_pattern
    for name in ("../ben", "a/b", "", ".hidden", "a" * 40, "Anna"):
        assert not re.fullmatch(pattern, name)
    assert re.fullmatch(pattern, "anna-2")


def test_the_hub_does_not_start_without_a_password(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SKYLIB_CLASS_PASSWORD", raising=False)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="SKYLIB_CLASS_PASSWORD is not set"):
        hub_settings(root)
    assert list(tmp_path.iterdir()) == []


# ---- Kubernetes ----------------------------------------------------------------------------


def cluster(root: Path) -> dict[str, Any]:
    text = (root / "deploy" / "zero-to-jupyterhub" / "config.yaml").read_text("utf-8")
    data: dict[str, Any] = yaml.safe_load(text)
    return data


# Every value that we set, with the type that the chart's schema gives it. The chart refuses keys
# that it does not know, and each of these was held against it (docs/running-a-class.md says how):
# what is added here has to be, too.
VALUES = {
    "singleuser.image.name": str,
    "singleuser.image.tag": str,
    "singleuser.defaultUrl": str,
    "singleuser.memory.guarantee": str,
    "singleuser.memory.limit": str,
    "singleuser.cpu.guarantee": float,
    "singleuser.cpu.limit": int,
    "singleuser.storage.capacity": str,
    "singleuser.storage.homeMountPath": str,
    "singleuser.extraEnv.XDG_DATA_HOME": str,
    "singleuser.extraEnv.JUPYTER_PREFER_ENV_PATH": str,
    "singleuser.lifecycleHooks.postStart.exec.command": list,
    "singleuser.startTimeout": int,
    "hub.config.JupyterHub.authenticator_class": str,
    "hub.config.DummyAuthenticator.password": str,
    "hub.config.Authenticator.allow_all": bool,
    "hub.concurrentSpawnLimit": int,
    "proxy.https.enabled": bool,
    "proxy.https.hosts": list,
    "proxy.https.letsencrypt.contactEmail": str,
    "cull.enabled": bool,
    "cull.timeout": int,
    "cull.every": int,
    "prePuller.continuous.enabled": bool,
}


def leaves(data: dict[str, Any], at: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            found |= leaves(value, f"{at}{key}.")
        else:
            found[at + key] = value
    return found


def test_the_values_are_those_that_were_held_against_the_chart(root: Path) -> None:
    assert {key: type(value) for key, value in leaves(cluster(root)).items()} == VALUES


def test_no_variable_of_the_pod_is_taken_for_a_template(root: Path) -> None:
    # KubeSpawner fills in {username} and the like there, and fails at other braces.
    texts = cluster(root)["singleuser"]["extraEnv"].values()
    assert texts and [text for text in texts if set(text) & set("{}")] == []


def test_what_is_kept_lies_on_the_pupils_disk(root: Path) -> None:
    single = cluster(root)["singleuser"]
    disk = Path(single["storage"]["homeMountPath"])
    assert Path(single["extraEnv"]["XDG_DATA_HOME"]).is_relative_to(disk)
    assert not (root / disk.name).exists()  # or the disk would hide it in the image


def megabytes(text: str) -> float:
    number, unit = re.fullmatch(r"(\d+)([MG])", text).groups()  # type: ignore[union-attr]
    return float(number) * {"M": 2**20, "G": 2**30}[unit] / 1e6


def test_memory_on_the_cluster_is_what_was_measured(root: Path) -> None:
    report = json.loads((root / "docs" / "running-a-class.json").read_text("utf-8"))
    memory = cluster(root)["singleuser"]["memory"]
    for lesson in report["lessons"]:
        one = lesson["classes"][0]
        assert one["pupils"] == 1
        assert megabytes(memory["guarantee"]) >= one["server_pss"] + one["kernel_rss"]
        assert megabytes(memory["limit"]) >= one["server_pss"] + 3 * one["kernel_rss"]


def test_the_course_is_laid_into_the_pupils_own_folder(root: Path, tmp_path: Path) -> None:
    single = cluster(root)["singleuser"]
    program, flag, code = single["lifecycleHooks"]["postStart"]["exec"]["command"]
    home = single["storage"]["homeMountPath"]
    assert (program, flag) == ("python", "-c") and home in code
    assert single["defaultUrl"] == f"/lab/tree/{Path(home).name}/notebooks/{START}"
    line = [sys.executable, "-c", code.replace(home, str(tmp_path))]
    subprocess.run(line, cwd=root, check=True)
    assert (tmp_path / "notebooks" / START).is_file()


# ---- The Littlest JupyterHub ---------------------------------------------------------------


def littlest(root: Path) -> str:
    text = (root / PAGE).read_text("utf-8")
    return text.partition("\n## The Littlest JupyterHub\n")[2].partition("\n## ")[0]


def commands(root: Path) -> list[list[str]]:
    """The lines of the section's code blocks that begin with sudo, without it."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", littlest(root), re.M | re.S)
    lines = [shlex.split(line) for block in blocks for line in block.splitlines()]
    return [line[1:] for line in lines if line[0] == "sudo"]


def test_the_littlest_hub_gets_settings_that_it_knows(root: Path) -> None:
    # Each line was given to tljh-config, and what came of it read (the page says how).
    config = [line[1:] for line in commands(root) if line[0] == "tljh-config"]
    reloads = [line[1:] for line in config if line[0] == "reload"]
    assert reloads == [["proxy"], []] == [line[1:] for line in config[-2:]]
    assert config[:-2] == [
        ["set", "limits.memory", cluster(root)["singleuser"]["memory"]["limit"]],
        ["set", "user_environment.default_app", "jupyterlab"],
        ["set", "services.cull.timeout", str(cluster(root)["cull"]["timeout"])],
        # Without the two others the proxy refuses the first.
        ["set", "https.enabled", "true"],
        ["set", "https.letsencrypt.email", "YOU@EXAMPLE.ORG"],
        ["add-item", "https.letsencrypt.domains", "HOST.EXAMPLE.ORG"],
    ]


def test_the_littlest_hubs_settings_of_jupyterlab_have_a_folder(root: Path) -> None:
    make, copy = commands(root)[-2:]
    assert make[:2] == ["mkdir", "-p"] and copy[0] == "cp"
    assert Path(copy[2]).parent == Path(make[2])
    assert json.loads((root / copy[1]).read_text("utf-8"))


def test_a_pupil_of_the_littlest_hub_gets_the_course(root: Path, tmp_path: Path) -> None:
    (line,) = re.findall(r"`(python -c .*?)`", littlest(root))
    program, *arguments = shlex.split(line)
    assert program == "python"
    environment = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": str(root)}
    subprocess.run([sys.executable, *arguments], cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "notebooks" / START).is_file()


# ---- the page ------------------------------------------------------------------------------


def test_the_page_shows_the_figures_of_the_report(root: Path) -> None:
    sys.path.insert(0, str(root / "tests" / "load"))
    import class_at_once

    text = (root / PAGE).read_text("utf-8")
    report = json.loads((root / "docs" / "running-a-class.json").read_text("utf-8"))
    for lesson in report["lessons"]:
        rows = [class_at_once.row_of(row) for row in lesson["classes"]]
        assert class_at_once.table(rows) in text, lesson["lesson"]
        assert f"`{lesson['lesson']}`" in text
        assert all(row.errors == [] for row in rows)


def test_every_file_that_the_page_names_is_there(root: Path) -> None:
    text = (root / PAGE).read_text("utf-8")
    for name in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
        assert (root / "docs" / name).exists(), name
    for name in re.findall(r"`((?:deploy|tests|docs|binder)/[\w./-]+)`", text):
        assert (root / name).exists(), name
