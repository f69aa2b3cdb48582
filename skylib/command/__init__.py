"""The command ``skylib``: one module a subcommand.

A subcommand is a module in here with ``HELP`` (a line), ``ABOUT`` (what ``--help`` says),
``EXAMPLE`` (command lines that work), ``add_arguments(parser)`` and ``run(args)``, which
returns the exit code. Adding one is writing that module and naming it in ``COMMANDS``.
Whatever costs time to load (widgets, maps, JupyterLab) is imported inside ``run``.
"""

from __future__ import annotations

__all__ = ["COMMANDS"]

COMMANDS = (
    "lab",
    "serve",
    "rules",
    "assumptions",
    "replay",
    "analyse",
    "check",
    "perft",
    "flights",
    "play",
    "logbook",
    "handout",
)
"""The subcommands in the order of the help page."""
