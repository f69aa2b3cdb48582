"""Rules, readings and rulings: may it be done, by which rule, with which figures.

Rules are data. Each game has a ``rules.toml`` with a ``[[rule]]`` for each rule: id,
title, the rulebook's section, our own sentence, and, where the rulebook is silent or
contradicts itself, the possible readings with the default.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from .errors import DataError, SkylibError
from .files import read_text, toml

__all__ = ["Reading", "Rule", "RuleBook", "Readings", "Figure", "Ruling", "sentences"]

_ID = re.compile(r"[A-Z]{2,5}(-[A-Z0-9]+)+")


def sentences(*texts: str) -> str:
    """Texts in a row as sentences: each begins with a capital, a stop stands between them."""
    out = ""
    for text in filter(None, texts):
        if out:
            out += " " if out[-1] in ".!?" else ". "
        out += text[0].upper() + text[1:]
    return out


@dataclass(frozen=True)
class Reading:
    """One way to read a rule that the rulebook leaves open."""

    id: str
    text: str


@dataclass(frozen=True)
class Rule:
    """One rule: our sentence, the section of the rulebook, the readings on offer."""

    id: str
    title: str
    section: str
    statement: str
    readings: tuple[Reading, ...] = ()
    default: str | None = None
    doubt: str | None = None  # what the rulebook leaves open, in a sentence
    lessons: tuple[str, ...] = ()
    source: str = "printed"  # printed, derived, ours

    def reading(self, id: str) -> Reading:
        """The reading of that id. Raises `SkylibError` with those on offer."""
        for reading in self.readings:
            if reading.id == id:
                return reading
        offer = ", ".join(r.id for r in self.readings) or "none"
        raise SkylibError(f"{self.id} has no reading {id!r}; on offer: {offer}")


class RuleBook(Mapping[str, Rule]):
    """All rules of one game, by id, in the rulebook's order."""

    def __init__(self, game: str, title: str, version: str, rules: tuple[Rule, ...]) -> None:
        self.game, self.title, self.version = game, title, version
        self._rules = {rule.id: rule for rule in rules}

    @classmethod
    def load(cls, package: str, file: str = "rules.toml") -> RuleBook:
        """Read the rules that lie beside a game's code."""
        return cls.parse(resources.files(package).joinpath(file).read_text("utf-8"), file)

    @classmethod
    def read(cls, path: str | Path) -> RuleBook:
        """Read a rules file from disk. Raises `DataError`."""
        return cls.parse(read_text(path), str(path))

    @classmethod
    def parse(cls, text: str, file: str = "rules.toml") -> RuleBook:
        """Read rules from TOML text. Raises `DataError` naming rule and field."""
        data = toml(text, file)
        rules: list[Rule] = []
        seen: set[str] = set()
        if extra := sorted(set(data) - {"game", "title", "version", "rule"}):
            raise DataError("is no field of a rules file", file=file, field=extra[0])
        for key in ("game", "title"):
            if not isinstance(data.get(key), str):
                raise DataError("is missing or not text", file=file, field=key)
        rows = data.get("rule")
        if not isinstance(rows, list) or not rows:
            raise DataError("there are no [[rule]] tables", file=file, field="rule")
        for row in rows:
            rule = _rule(row, file)
            if rule.id in seen:
                raise DataError("stands twice", file=file, field=rule.id)
            seen.add(rule.id)
            rules.append(rule)
        return cls(data["game"], data["title"], str(data.get("version", "1")), tuple(rules))

    def __getitem__(self, id: str) -> Rule:
        try:
            return self._rules[id]
        except KeyError:
            raise KeyError(f"{self.title} has no rule {id!r}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def choose(self, readings: Mapping[str, str] | None = None) -> Readings:
        """The readings in force: those asked for, the defaults for the rest.

        Raises `SkylibError` for an unknown rule or reading.
        """
        wanted = dict(readings or {})
        chosen = {rule.id: rule.default for rule in self._rules.values() if rule.default}
        for id, reading in wanted.items():
            if id not in self._rules:
                raise SkylibError(f"{self.title} has no rule {id!r}")
            self._rules[id].reading(reading)
            chosen[id] = reading
        return Readings(self, chosen)


class Readings(Mapping[str, str]):
    """Rule id to the id of the reading in force."""

    def __init__(self, book: RuleBook, chosen: Mapping[str, str]) -> None:
        self.book = book
        self._chosen = dict(chosen)

    def __getitem__(self, id: str) -> str:
        return self._chosen[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._chosen)

    def __len__(self) -> int:
        return len(self._chosen)

    def changed(self) -> dict[str, str]:
        """Only those that differ from the default."""
        return {id: r for id, r in self._chosen.items() if r != self.book[id].default}


def _rule(row: Any, file: str) -> Rule:
    id = row.get("id") if isinstance(row, dict) else None
    if not isinstance(id, str) or not _ID.fullmatch(id):
        raise DataError(f"a rule needs an id like EYE-FLY, not {id!r}", file=file)
    known = {
        "id",
        "title",
        "section",
        "statement",
        "reading",
        "default",
        "doubt",
        "lessons",
        "source",
    }
    if extra := set(row) - known:
        raise DataError(f"unknown field {sorted(extra)[0]!r}", file=file, field=id)
    for key in ("title", "section", "statement"):
        if not isinstance(row.get(key), str) or not row[key].strip():
            raise DataError(f"{key} is missing or not text", file=file, field=id)
    readings = _readings(row.get("reading", []), file, id)
    default = row.get("default")
    if readings and default not in [r.id for r in readings]:
        raise DataError(f"default {default!r} is none of its readings", file=file, field=id)
    if default is not None and not readings:
        raise DataError("has a default but no readings", file=file, field=id)
    if not isinstance(row.get("doubt", ""), str):
        raise DataError("doubt is not text", file=file, field=id)
    lessons = row.get("lessons", [])
    if not isinstance(lessons, list) or not all(isinstance(name, str) for name in lessons):
        raise DataError("lessons is a list of names", file=file, field=id)
    source = row.get("source", "printed")
    if source not in ("printed", "derived", "ours"):
        raise DataError(
            f"source must be printed, derived or ours, not {source!r}", file=file, field=id
        )
    return Rule(
        id,
        row["title"],
        row["section"],
        " ".join(row["statement"].split()),
        tuple(readings),
        default,
        row.get("doubt"),
        tuple(lessons),
        source,
    )


def _readings(rows: Any, file: str, id: str) -> tuple[Reading, ...]:
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise DataError("its readings are [[rule.reading]] tables", file=file, field=id)
    readings: list[Reading] = []
    for row in rows:
        if set(row) != {"id", "text"} or not all(isinstance(v, str) for v in row.values()):
            raise DataError(
                f"a reading has an id and a text and nothing else, not {', '.join(row)}",
                file=file,
                field=id,
            )
        if row["id"] in [r.id for r in readings]:
            raise DataError(f"reading {row['id']!r} stands twice", file=file, field=id)
        readings.append(Reading(row["id"], row["text"]))
    return tuple(readings)


class Figure(NamedTuple):
    """One number of a sum: the value, what it is, and the rule that gives it."""

    value: int | float | str
    what: str
    rule: str = ""

    def __str__(self) -> str:
        value = f"{self.value:+d}" if type(self.value) is int else str(self.value)
        return f"{value} {self.what}" + (f" ({self.rule})" if self.rule else "")


@dataclass(frozen=True)
class Ruling:
    """What the rules say about one move.

    ``rules`` are the ids of those that had a say, the deciding one first. ``figures``
    add up to the total they explain. ``instead`` says what would be allowed.
    ``readings`` are the (rule, reading) pairs by which a reading, not the text,
    decided. ``ours`` is set where a number of a missing table is ours.
    """

    allowed: bool
    reason: str
    rules: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    instead: tuple[str, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    ours: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def __bool__(self) -> bool:
        return self.allowed

    @property
    def rule(self) -> str:
        """The deciding rule's id, or an empty text."""
        return self.rules[0] if self.rules else ""

    @property
    def total(self) -> int | float:
        """The sum of the figures that are numbers."""
        return sum(f.value for f in self.figures if isinstance(f.value, int | float))

    def __str__(self) -> str:
        lines = [f"{'Allowed' if self.allowed else 'Refused'}: {self.reason}"]
        lines += [f"    {figure}" for figure in self.figures]
        if sum(isinstance(f.value, int | float) for f in self.figures) > 1:
            lines.append(f"    = {self.total}")
        if self.instead:
            lines.append(f"Instead: {'; '.join(self.instead)}")
        if self.rules:
            lines.append(f"By {', '.join(self.rules)}")
        lines += [f"Reading {id}: {reading}" for id, reading in self.readings]
        lines += [f"Ours, not the rulebook's: {text}" for text in self.ours]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return self.markup()

    def markup(self, most: int | None = None) -> str:
        """The same as markup; every text is escaped. If the move is allowed and has more than
        ``most`` figures, their sum is folded up."""
        mark, word = ("✓", "Allowed") if self.allowed else ("✗", "Refused")
        kind = "allowed" if self.allowed else "refused"
        out = [
            f'<div class="skylib-ruling skylib-{kind}">',
            f"<p><strong>{mark} {word}:</strong> {escape(self.reason)}</p>",
        ]
        if self.figures:
            out.append(self._figures(most))
        if self.instead:
            out.append(f"<p>Instead: {escape('; '.join(self.instead))}</p>")
        if self.rules:
            out.append(f"<p class='skylib-rules'>{escape(' · '.join(self.rules))}</p>")
        for id, reading in self.readings:
            out.append(f"<p>Reading in force for {escape(id)}: {escape(reading)}</p>")
        for text in self.ours:
            out.append(f"<p>◊ Ours, not the rulebook's: {escape(text)}</p>")
        out.append("</div>")
        return "".join(out)

    def _figures(self, most: int | None) -> str:
        rows = []
        for f in self.figures:
            value = f"{f.value:+d}" if type(f.value) is int else str(f.value)
            rows.append(
                f"<tr><td>{escape(value)}</td><td>{escape(f.what)}</td>"
                f"<td>{escape(f.rule)}</td></tr>"
            )
        if sum(isinstance(f.value, int | float) for f in self.figures) > 1:
            rows.append(f"<tr><th>{self.total}</th><th>in all</th><th></th></tr>")
        table = f"<table>{''.join(rows)}</table>"
        if not self.allowed or most is None or len(self.figures) <= most:
            return table
        return f"<details><summary>{self.total} in all: how</summary>{table}</details>"
