"""What Binder builds: read by Binder's own classes, and installed as it pins."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from skylib.course import START


def pins(root: Path) -> dict[str, str]:
    """Name to version of binder/requirements.txt; every line must pin one."""
    out = {}
    for line in (root / "binder" / "requirements.txt").read_text("utf-8").splitlines():
        if text := line.partition("#")[0].strip():
            match = re.fullmatch(r"([A-Za-z0-9._-]+)==([0-9][0-9a-z.]*)", text)
            assert match, f"{text!r} pins no version"
            name = canonicalize_name(match[1])
            assert name not in out, f"{name} stands twice"
            out[name] = match[2]
    return out


def test_binder_holds_what_repo2docker_reads_and_nothing_more(root: Path) -> None:
    names = {path.name for path in (root / "binder").iterdir()}
    assert names == {"requirements.txt", "runtime.txt", "postBuild"}


def test_what_the_library_needs_is_pinned_within_its_bounds(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    have = pins(root)
    for text in (*project["dependencies"], *project["optional-dependencies"]["lab"]):
        need = Requirement(text)
        assert need.specifier.contains(have[canonicalize_name(need.name)]), need
    # The server is started through notebook, whose minor version goes with JupyterLab's.
    assert have["notebook"].split(".")[0] == "7"
    assert have["notebook"].split(".")[1] == have["jupyterlab"].split(".")[1]


# ---- as Binder reads it ------------------------------------------------------------------------


@pytest.fixture
def repository(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what is under version control, stood in, as Binder would have cloned it."""
    clone = tmp_path / "clone"
    copy_repository(root, clone)
    monkeypatch.chdir(clone)
    return clone


def copy_repository(root: Path, clone: Path) -> None:
    line = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others"]
    line += ["--exclude-standard", "--", "skylib", "notebooks", "binder"]
    line += ["pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"]
    done = subprocess.run(line, cwd=root, capture_output=True, text=True, check=True)
    for name in filter(None, done.stdout.split("\0")):
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, clone / name)


def test_repo2docker_sees_a_python_3_12_with_our_pins(repository: Path) -> None:
    app = pytest.importorskip("repo2docker.app")
    maker = app.Repo2Docker()
    for kind in maker.buildpacks:
        pack = kind(maker.base_image)
        if pack.detect():
            break
    assert type(pack).__name__ == "PythonBuildPack"
    pack.platform = "linux/amd64"
    assert pack.binder_dir == "binder"
    assert pack.python_version == "3.12"
    assert not pack.separate_kernel_env
    assert pack.get_post_build_scripts() == ["binder/postBuild"]
    assert pack.get_start_script() is None
    scripts = [script for _, script in pack.get_preassemble_scripts()]
    assert sum('-r "binder/requirements.txt"' in script for script in scripts) == 1
    dockerfile = pack.render()
    install = dockerfile.index('pip install --no-cache-dir -r "binder/requirements.txt"')
    clone = dockerfile.index("COPY --chown=1000:1000 src/ ${REPO_DIR}")
    assert install < clone < dockerfile.index("./binder/postBuild")  # so the pins stay cached
    assert "apt.txt" not in dockerfile


# ---- as Binder installs it ----------------------------------------------------------------------


def python_3_12() -> str | None:
    """A Python 3.12 that can make environments, or None."""
    candidates = [sys.executable, shutil.which("python3.12") or ""]
    home = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    candidates += sorted(map(str, home.glob("versions/3.12*/bin/python")))
    code = "import sys, venv, ensurepip; sys.exit(sys.version_info[:2] != (3, 12))"
    for candidate in filter(None, candidates):
        if subprocess.run([candidate, "-c", code], capture_output=True).returncode == 0:
            return candidate
    return None


class Image:
    """A fresh environment made as Binder makes its image: pins, then postBuild."""

    def __init__(self, prefix: Path, clone: Path) -> None:
        self.prefix, self.clone = prefix, clone
        kept = ("PYTHON", "JUPYTER", "VIRTUAL_ENV")
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith(kept)}
        self.environment |= {
            "NB_PYTHON_PREFIX": str(prefix),
            "PATH": f"{prefix / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(prefix.parent / "home"),
            "PIP_NO_COMPILE": "1",  # half the files; what is imported is compiled then
            "PIP_CACHE_DIR": str(Path.home() / ".cache" / "pip"),
        }

    def run(self, *line: str) -> str:
        done = subprocess.run(
            line, cwd=self.clone, env=self.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{' '.join(line)}\n{done.stdout}\n{done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def image(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    if os.name != "posix":
        pytest.skip("Binder is a Linux")
    python = python_3_12()
    if python is None:
        pytest.skip("no Python 3.12 here, which is what Binder would use")
    folder = tmp_path_factory.mktemp("binder")
    copy_repository(root, folder / "clone")
    made = Image(folder / "env", folder / "clone")
    try:
        subprocess.run([python, "-m", "venv", str(made.prefix)], check=True, capture_output=True)
        made.run("pip", "install", "--quiet", "-r", "binder/requirements.txt")
        made.run("binder/postBuild")
        yield made
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.install
def test_exactly_what_is_pinned_is_installed_and_fits_together(image: Image, root: Path) -> None:
    rows = json.loads(image.run("pip", "list", "--format", "json"))
    have = {canonicalize_name(row["name"]): row["version"] for row in rows}
    wanted = pins(root)
    assert {name: have.get(name) for name in wanted} == wanted
    assert "skylib" in have
    assert "No broken requirements" in image.run("pip", "check")


@pytest.mark.install
def test_the_settings_are_those_of_skylib_lab(image: Image, root: Path) -> None:
    code = (
        "import json; from jupyterlab.commands import get_app_dir\n"
        "from jupyterlab_server.settings_utils import _get_overrides\n"
        "from jupyterlab_server.config import get_page_config\n"
        "folder = get_app_dir() + '/settings'\n"
        "print(json.dumps([_get_overrides(folder)[0], get_page_config([], folder)]))"
    )
    overrides, page = json.loads(image.run("python", "-c", code))
    ours = root / "skylib" / "command" / "jupyter" / "labconfig"
    wanted = json.loads((ours / "default_setting_overrides.json").read_text("utf-8"))
    assert overrides == wanted
    assert overrides["@jupyterlab/notebook-extension:tracker"]["windowingMode"] == "none"
    for name in json.loads((ours / "page_config.json").read_text("utf-8"))["disabledExtensions"]:
        assert name in page["disabledExtensions"]


@pytest.mark.install
def test_the_first_lesson_runs(image: Image) -> None:
    line = ("jupyter", "nbconvert", "--to", "notebook", "--execute", "--stdout")
    done = image.run(*line, "--ExecutePreprocessor.store_widget_state=False", f"notebooks/{START}")
    cells = [cell for cell in json.loads(done)["cells"] if cell["cell_type"] == "code"]
    assert cells and all(cell["execution_count"] for cell in cells if cell["source"])
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert outputs and all(output["output_type"] != "error" for output in outputs)
    where = image.run(
        "python", "-c", "import os; os.chdir('/'); import skylib; print(skylib.__file__)"
    )
    assert where.startswith(str(image.prefix))
