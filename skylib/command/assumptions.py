"""``skylib assumptions``: every reading and every number of ours, on one page.

The readings come from each game's ``rules.toml``. For its numbers a game's package may
offer a module ``assumptions`` with a function ``assumptions()`` that gives lines of text.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from skylib.core.rulings import Rule

from .arguments import GameType, add_game, add_json, rulebooks
from .page import print_json, wrapped

HELP = "what the rulebooks leave open, and what of the numbers is ours"
ABOUT = """One page, made from the data: where a rulebook is silent or contradicts itself, how we
read it and what else is on offer; which rules are derived or ours; and which numbers of
charts and tables are not the rulebook's."""
EXAMPLE = """\
  skylib assumptions
  skylib assumptions eye-in-the-sky --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, optional=True)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    games = [args.game] if args.game else rulebooks()
    if args.json:
        print_json([as_data(game) for game in games])
    else:
        print("\n\n".join(as_text(game) for game in games))
    return 0


def numbers(game: GameType) -> list[str]:
    """The lines on numbers that the game's package offers."""
    module = f"{game.package}.assumptions"
    if find_spec(module) is None:
        return []
    return [" ".join(line.split()) for line in import_module(module).assumptions()]


def as_data(game: GameType) -> dict[str, Any]:
    """The page of one game as JSON has it."""
    rules = game.rules().values()
    return {
        "game": game.name,
        "readings": [
            {
                "id": rule.id,
                "title": rule.title,
                "section": rule.section,
                "doubt": " ".join((rule.doubt or "").split()),
                "default": rule.default,
                "readings": [{"id": r.id, "text": " ".join(r.text.split())} for r in rule.readings],
            }
            for rule in rules
            if rule.readings
        ],
        "rules": [
            {"id": rule.id, "title": rule.title, "source": rule.source, "statement": rule.statement}
            for rule in rules
            if rule.source != "printed"
        ],
        "numbers": numbers(game),
    }


def as_text(game: GameType) -> str:
    """The page of one game as people read it."""
    rules = game.rules().values()
    parts = [f"{game.title}\n{'=' * len(game.title)}"]
    if open_ones := [rule for rule in rules if rule.readings]:
        parts.append("How we read what the rulebook leaves open (* unless you choose otherwise)")
        parts += [_reading(rule) for rule in open_ones]
    if not_printed := [rule for rule in rules if rule.source != "printed"]:
        parts.append("Rules that the rulebook does not print")
        parts += [
            wrapped(f"{rule.id}  {rule.title} ({rule.source}): {rule.statement}", "  ", "      ")
            for rule in not_printed
        ]
    if lines := numbers(game):
        parts.append("Numbers that the rulebook does not print")
        parts.append("\n".join(wrapped(f"- {line}", "  ", "    ") for line in lines))
    return "\n\n".join(parts)


def _reading(rule: Rule) -> str:
    lines = [f"  {rule.id}  {rule.title} ({rule.section})"]
    if rule.doubt:
        lines.append(wrapped(" ".join(rule.doubt.split()), "      "))
    for reading in rule.readings:
        mark = "*" if reading.id == rule.default else "-"
        text = " ".join(reading.text.split())
        lines.append(wrapped(f"{mark} {reading.id}: {text}", "      ", "        "))
    return "\n".join(lines)
