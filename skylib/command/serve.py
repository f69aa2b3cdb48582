"""``skylib serve``: lessons as pages to play, without code, for whoever has a browser."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from skylib.core.errors import SkylibError
from skylib.course import find_course

from .arguments import whole
from .contents import Lesson, find_lesson, lessons_in
from .lab import use_settings

HELP = "serve lessons as pages without code"
ABOUT = """Serves the lessons as web pages on which everything works and no code is seen; Voila
runs them. Every open page has a kernel of its own, which ends when the page is closed or left
alone. Without an argument it serves the whole course with a page of contents; with the name of
a lesson it opens that one; a folder of yours with notebooks is served like the course.

Only this machine can reach the pages unless --ip lets others in: --ip 0.0.0.0 lets everybody
on the same network fly, without a password. Visitors can work the lessons' controls but run no
code of their own, and the logbook is off then, as all would share one. Nothing is loaded from
anywhere else."""
EXAMPLE = """\
  skylib serve
  skylib serve eye-in-the-sky/1-flying --port 8866
  skylib serve --ip 0.0.0.0 --pupils 30 --no-browser"""

TEMPLATES = Path(__file__).with_name("jupyter")
"""A folder of Jupyter data that holds our template for Voila."""

EXTENSIONS = [
    "@jupyter-widgets/jupyterlab-manager",
    "@voila-dashboards/widgets-manager8",
    "anywidget",
]

LOOPBACK = ("127.0.0.1", "::1", "localhost")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        metavar="LESSON|FOLDER",
        nargs="?",
        help="a lesson to open, or a folder of notebooks; the whole course if left out",
    )
    parser.add_argument("--port", metavar="N", type=whole(1, 65535), help="default 8866")
    parser.add_argument(
        "--ip", metavar="ADDRESS", default="127.0.0.1", help="where to listen; default 127.0.0.1"
    )
    parser.add_argument(
        "--pupils",
        metavar="N",
        type=whole(1),
        help="pages open at once; who comes later is asked to wait (default: no limit)",
    )
    parser.add_argument(
        "--idle",
        metavar="MINUTES",
        type=whole(1, 1440),
        default=60,
        help="end a page's kernel when nobody has touched it for so long; default 60",
    )
    parser.add_argument("--dark", action="store_true", help="light letters on a dark page")
    parser.add_argument(
        "--no-browser", action="store_true", help="do not open a browser, only print the address"
    )


def run(args: argparse.Namespace) -> int:
    need("voila", "ipykernel")
    folder, lesson = found(args.what)
    use_settings(os.environ)
    before = os.environ.get("JUPYTER_PATH")
    os.environ["JUPYTER_PATH"] = os.pathsep.join([str(TEMPLATES), *([before] if before else [])])
    if args.ip not in LOOPBACK:
        # All who come share this machine's account: what one did is not the others' to see.
        os.environ.setdefault("SKYLIB_LOGBOOK", "off")
        print(
            "Everybody who reaches this machine over the network can open the lessons.",
            file=sys.stderr,
            flush=True,
        )
    from .served import ServedCourse

    ServedCourse.about = (folder, lesson, args.pupils)
    ServedCourse.launch_instance(arguments(folder, args))
    return 0


def need(*packages: str) -> None:
    """Raise `SkylibError` with the line that installs what is missing."""
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise SkylibError(
            f"{' and '.join(missing)} must be installed beside skylib; this does it:\n"
            f"  {sys.executable} -m pip install 'skylib[serve]'"
        )


def found(what: str | None) -> tuple[Path, Lesson | None]:
    """The folder to serve, and the lesson to open if one is named.

    Raises `SkylibError` if it is neither a folder with lessons nor a lesson.
    """
    lesson: Lesson | None = None
    path = Path(what).expanduser() if what else None
    if path is not None and path.is_dir():
        folder = path.resolve()
    elif path is not None and path.suffix == ".ipynb" and path.is_file():
        folder = _top(path.resolve())
        lesson = find_lesson(lessons_in(folder), path.resolve().relative_to(folder).as_posix())
    else:
        folder = find_course().notebooks.resolve()
        if what:
            lesson = find_lesson(lessons_in(folder), what)
    if not lessons_in(folder):
        raise SkylibError(f"{folder} holds no notebooks")
    return folder, lesson


def _top(path: Path) -> Path:
    """The folder of the course that a notebook belongs to, so that its links work; else its own."""
    course = find_course().notebooks.resolve()
    return course if course in path.parents else path.parent


def arguments(folder: Path, args: argparse.Namespace) -> list[str]:
    """Voila's command line."""
    out = [
        str(folder),
        f"--Voila.ip={args.ip}",
        "--template=skylib",
        f"--theme={'dark' if args.dark else 'light'}",
        "--VoilaConfiguration.allow_template_override=NO",
        # Only what the lessons need: other extensions cost each visitor time.
        *(f"--VoilaConfiguration.extension_allowlist={name}" for name in EXTENSIONS),
        f"--MappingKernelManager.cull_idle_timeout={args.idle * 60}",
        "--MappingKernelManager.cull_interval=60",
        # A page that is open but left alone ends as well; reloading it begins anew.
        "--MappingKernelManager.cull_connected=True",
    ]
    if args.no_browser:
        out.append("--no-browser")
    if args.port is not None:
        out += [f"--port={args.port}", "--Voila.port_retries=0"]
    return out
