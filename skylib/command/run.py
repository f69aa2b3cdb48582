"""The command line as a whole: reading it, running it, and how it ends.

Exit codes: 0 done; 1 something is wrong with what was given (the message says what);
2 wrong arguments (with a usage line); 130 after Ctrl-C; 141 if nobody reads the output.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from skylib import __version__
from skylib.core.errors import SkylibError

from . import COMMANDS
from .page import harmless, width

__all__ = ["main", "parser"]

DONE, WRONG, MISUSED, INTERRUPTED, NOBODY_READS = 0, 1, 2, 130, 141


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="skylib",
        description="Three board games of First World War flying that explain their own rules.",
        epilog="example:\n  skylib lab\n\n'skylib COMMAND --help' explains a command.",
        formatter_class=_Help,
    )
    top.add_argument("--version", action="version", version=f"skylib {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        module = import_module(f"{__package__}.{name}")
        sub = commands.add_parser(
            name,
            help=module.HELP,
            description=module.ABOUT,
            epilog=f"example:\n{module.EXAMPLE}",
            formatter_class=_Help,
        )
        module.add_arguments(sub)
        sub.set_defaults(run=module.run, parser=sub)
    return top


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help whose left column holds the longest command and most options."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26, width=width())


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line (without the program's name); returns the exit code."""
    _forgiving(sys.stdout)
    _forgiving(sys.stderr)
    try:
        args = parser().parse_args(argv)
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except SystemExit as end:  # argparse's way out: help, version, wrong arguments
        return end.code if isinstance(end.code, int) else DONE if end.code is None else WRONG
    except SkylibError as error:
        print(f"skylib: {harmless(str(error))}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # What is still buffered has no reader either; without this the interpreter
        # would complain when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOBODY_READS


def _forgiving(stream: object) -> None:
    """A terminal that lacks a letter shows a question mark instead of failing."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
