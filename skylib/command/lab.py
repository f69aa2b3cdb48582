"""``skylib lab``: the course, opened in JupyterLab."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import MutableMapping
from importlib.util import find_spec
from pathlib import Path

from skylib.core.errors import SkylibError
from skylib.course import START, copy_course, find_course

from .arguments import whole
from .page import harmless

HELP = "open the course in JupyterLab"
ABOUT = """Opens the course in JupyterLab at its first lesson. In a copy of the repository these
are the notebooks that lie there; otherwise the course is copied into a folder of yours
(skylib-course in your home unless you name one), where a notebook that you have changed is
never overwritten. Your own JupyterLab settings stay as they are."""
EXAMPLE = """\
  skylib lab
  skylib lab ~/flying --no-browser --port 8890"""

SETTINGS = Path(__file__).with_name("jupyter")
"""A folder of JupyterLab's configuration: maps stay alive while scrolling, no news."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", metavar="FOLDER", nargs="?", help="copy the course there and open that"
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="do not open a browser, only print the address"
    )
    parser.add_argument("--port", metavar="N", type=whole(1, 65535), help="default 8888")


def run(args: argparse.Namespace) -> int:
    if find_spec("jupyterlab") is None:
        raise SkylibError(
            "JupyterLab is not installed beside skylib; this installs it:\n"
            f"  {sys.executable} -m pip install 'skylib[lab]'"
        )
    folder = prepare(args.folder)
    use_settings(os.environ)
    from jupyterlab.labapp import LabApp

    LabApp.launch_instance(arguments(folder, browser=not args.no_browser, port=args.port))
    return 0


def prepare(folder: str | None) -> Path:
    """The folder that holds ``notebooks``: the repository's, or one the course is copied to.

    Raises `SkylibError` if there is no course or the folder cannot be written.
    """
    course = find_course()
    if course.is_clone and folder is None:
        return course.notebooks.parent
    target = Path(folder).expanduser() if folder is not None else Path.home() / "skylib-course"
    target = target.absolute()
    copied = copy_course(course.notebooks, target / "notebooks")
    print(harmless(f"The course is in {target / 'notebooks'}"), flush=True)
    for name in copied.kept:
        print(
            harmless(f"  {name} is as you left it (rename it to get the lesson anew)"), flush=True
        )
    return target


def arguments(folder: Path, browser: bool, port: int | None) -> list[str]:
    """JupyterLab's command line for the course in a folder."""
    out = [
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/lab/tree/notebooks/{START}",
        # The tabs of other work belong to other folders: they are neither shown nor lost.
        f"--LabApp.workspaces_dir={folder / '.jupyter' / 'workspaces'}",
    ]
    if not browser:
        out.append("--no-browser")
    if port is not None:
        out += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        out.append("--allow-root")  # a container; the server listens on this machine only
    return out


def use_settings(environment: MutableMapping[str, str]) -> None:
    """Lay our settings under the user's own, for this run only."""
    before = environment.get("JUPYTER_CONFIG_PATH")
    parts = [*([before] if before else []), str(SETTINGS)]
    environment["JUPYTER_CONFIG_PATH"] = os.pathsep.join(parts)
    # The kernel is the one beside skylib, whatever else is installed for the user.
    environment.setdefault("JUPYTER_PREFER_ENV_PATH", "1")
    # JupyterLab's terminals find `skylib`, though nobody has activated the environment.
    beside = str(Path(sys.executable).parent)
    paths = environment.get("PATH", "").split(os.pathsep)
    if beside not in paths:
        environment["PATH"] = os.pathsep.join([beside, *filter(None, paths)])
