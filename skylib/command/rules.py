"""``skylib rules``: the rules of a game in our own words, with the readings on offer."""

from __future__ import annotations

import argparse
from typing import Any

from skylib import GAMES
from skylib.core.errors import SkylibError
from skylib.core.rulings import Readings, Rule, RuleBook
from skylib.core.wording import counted

from .arguments import add_json, add_readings, game_type, rulebooks
from .page import print_json, wrapped

HELP = "the rules, their readings, and the lessons that teach them"
ABOUT = """The rules in our own words: id, title, section of the rulebook, statement; where the
rulebook leaves something open, the readings on offer and the one in force; and the lessons
that teach the rule."""
EXAMPLE = """\
  skylib rules eye-in-the-sky
  skylib rules EYE-LAND
  skylib rules flying-circus FC-SIGHT FC-DIVE
  skylib rules eye_in_the_sky --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        metavar="GAME or RULE",
        type=_game_or_rule,
        nargs="?",
        help=f"{', '.join(GAMES)}, or the id of a rule; all rules if left out",
    )
    parser.add_argument("rules", metavar="RULE", nargs="*", help="only these rules")
    parser.add_argument(
        "--rule", metavar="ID", action="append", default=[], help="only this rule (may be repeated)"
    )
    add_readings(parser)
    add_json(parser)


def _game_or_rule(text: str) -> Any:
    """A game, or the id of a rule of any game. Raises `ArgumentTypeError` for neither."""
    id = text.strip().upper()
    if any(id in game.rules() for game in rulebooks()):
        return id
    try:
        return game_type(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}; nor is it the id of a rule") from None


def run(args: argparse.Namespace) -> int:
    if isinstance(args.game, str):
        args.rule, args.game = [*args.rule, args.game], None
    args.rule = [*args.rule, *args.rules]
    games = [args.game] if args.game else rulebooks()
    books = [game.rules() for game in games]
    wanted = {id.upper() for id in args.rule}
    known = {id for book in books for id in book}
    if unknown := sorted(wanted - known):
        args.parser.error(f"there is no rule {unknown[0]!r}")
    chosen = [_readings(book, args) for book in books]
    if unread := [id for id, _ in args.reading if id not in known]:
        args.parser.error(f"there is no rule {unread[0]!r}")
    if args.json:
        print_json(
            [
                as_data(game.name, book[id], readings)
                for game, book, readings in zip(games, books, chosen, strict=True)
                for id in book
                if not wanted or id in wanted
            ]
        )
        return 0
    pages = []
    for book, readings in zip(books, chosen, strict=True):
        ids = [id for id in book if not wanted or id in wanted]
        if ids:
            pages.append(f"{book.title}: {counted(len(ids), 'rule')}")
            pages += [as_text(book[id], readings) for id in ids]
    print("\n\n".join(pages))
    return 0


def _readings(book: RuleBook, args: argparse.Namespace) -> Readings:
    try:
        return book.choose({id: reading for id, reading in args.reading if id in book})
    except SkylibError as error:
        raise SystemExit(args.parser.error(str(error))) from None


def as_data(game: str, rule: Rule, readings: Readings) -> dict[str, Any]:
    """A rule as JSON has it."""
    return {
        "game": game,
        "id": rule.id,
        "title": rule.title,
        "section": rule.section,
        "statement": rule.statement,
        "doubt": " ".join(rule.doubt.split()) if rule.doubt else None,
        "reading": readings.get(rule.id),
        "readings": [{"id": r.id, "text": " ".join(r.text.split())} for r in rule.readings],
        "lessons": list(rule.lessons),
        "source": rule.source,
    }


def as_text(rule: Rule, readings: Readings) -> str:
    """A rule as people read it."""
    lines = [f"{rule.id}  {rule.title}", wrapped(rule.statement, "    ")]
    if rule.doubt:
        lines.append(wrapped(f"Open: {' '.join(rule.doubt.split())}", "    "))
    for reading in rule.readings:
        mark = "*" if readings[rule.id] == reading.id else "-"
        text = f"{mark} {reading.id}: {' '.join(reading.text.split())}"
        lines.append(wrapped(text + (" (in force)" if mark == "*" else ""), "      ", "        "))
    source = "" if rule.source == "printed" else f" ({rule.source})"
    lines.append(wrapped(f"Rulebook: {rule.section}{source}", "    "))
    if rule.lessons:
        lines.append(wrapped(f"Taught in: {', '.join(rule.lessons)}", "    "))
    return "\n".join(lines)
