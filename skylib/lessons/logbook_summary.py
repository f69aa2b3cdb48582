"""What a logbook says about a learner, as plain data and as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .logbook_entry import Entry, moment
from .logbook_repeat import Repeat
from .results import KINDS
from .worth import counted, in_stars, so_many

__all__ = ["Summary", "Tally", "game_of", "spoken", "summary_text", "summed", "what"]

EMPTY = "Nothing is in it yet: answer a question or fly a level, then look again."
_PLURAL = {"level": "Levels", "question": "Questions", "drill": "Drills", "puzzle": "Puzzles"}
STARRED = ("level", "puzzle")
LISTED = 12  # things to repeat that are named one by one


@dataclass
class Tally:
    """How often one thing was tried, how often rightly, and its best stars."""

    tried: int = 0
    right: int = 0
    stars: float = 0

    @property
    def share(self) -> float:
        """Right answers of all, 0 to 1."""
        return self.right / self.tried if self.tried else 0.0


@dataclass
class Summary:
    """Tallies by kind and name (``GAME/NAME``), and by rule; the first and last time (ms)."""

    by_name: dict[tuple[str, str], Tally] = field(default_factory=dict)
    by_rule: dict[str, Tally] = field(default_factory=dict)
    count: int = 0
    first: int = 0
    last: int = 0

    def of_kind(self, kind: str) -> dict[str, Tally]:
        """The tallies of a kind by name, in alphabetical order."""
        return {name: t for (k, name), t in sorted(self.by_name.items()) if k == kind}

    def games(self) -> list[str]:
        """The games in which anything was tried."""
        return sorted({game_of(name) for _, name in self.by_name})

    def stars(self, kind: str | None = None) -> float:
        """All stars of levels and puzzles, or of one of them."""
        return sum(
            t.stars for (k, _), t in self.by_name.items() if k in STARRED and kind in (None, k)
        )

    def total(self, kind: str, game: str | None = None) -> Tally:
        """One kind together, of a game or of all. Of levels and puzzles each counts once,
        as tried and, once reached, as right; of questions each answer counts."""
        out = Tally()
        for name, tally in self.of_kind(kind).items():
            if game in (None, game_of(name)):
                starred = kind in STARRED
                out.tried += 1 if starred else tally.tried
                out.right += bool(tally.right) if starred else tally.right
                out.stars += tally.stars
        return out


def game_of(name: str) -> str:
    """The game of a name ``GAME/NAME``."""
    return name.partition("/")[0]


def spoken(name: str, games: Iterable[str] = ()) -> str:
    """``GAME/NAME`` as people say it; without the game where there is only this one."""
    game, _, rest = name.partition("/")
    words = rest.replace("-", " ")
    return words if list(games) == [game] else f"{words} ({game.replace('-', ' ')})"


def summed(entries: Iterable[Entry]) -> Summary:
    """The summary of some entries."""
    out = Summary()
    for entry in entries:
        result = entry.result
        out.first = min(out.first or entry.time, entry.time)
        out.last = max(out.last, entry.time)
        out.count += 1
        tallies = [out.by_name.setdefault((result.kind, result.name), Tally())]
        tallies += [out.by_rule.setdefault(rule, Tally()) for rule in result.rules]
        for tally in tallies:
            tally.tried += 1
            tally.right += result.right
            tally.stars = max(tally.stars, result.stars)
    return out


def what(repeat: Repeat) -> str:
    """What is to be repeated, in words."""
    if repeat.kind == "drill":
        where = f", seed {repeat.seed}" if repeat.seed is not None else ""
        return f"drill {repeat.name}{where}, question {repeat.key}"
    return f"{repeat.kind} {repeat.name}"


def lines_of(summary: Summary) -> list[tuple[str, list[tuple[str, str]]]]:
    """The summary as headings, each with rows of name and what was reached."""
    out = []
    for kind in KINDS:
        tallies = summary.of_kind(kind)
        if not tallies:
            continue
        total = summary.total(kind)
        if kind in STARRED:
            head = f"{total.right} of {total.tried} tried are done, {so_many(total.stars)}"
            rows = [(name, _reached(t)) for name, t in tallies.items()]
        else:
            head = f"{total.right} of {total.tried} answers right"
            rows = [(name, f"{t.right} of {t.tried} right") for name, t in tallies.items()]
        out.append((f"{_PLURAL[kind]}: {head}", rows))
    return out


def _reached(tally: Tally) -> str:
    if not tally.right:
        return f"tried {tally.tried} time{'' if tally.tried == 1 else 's'}, not done yet"
    return f"{in_stars(tally.stars)} {counted(tally.stars)} of 3 stars"


def results_of(summary: Summary) -> str:
    """1 result, 2 results."""
    return f"{summary.count} result{'' if summary.count == 1 else 's'}"


def summary_text(
    summary: Summary, due: Sequence[Repeat] = (), later: int = 0, complaints: Iterable[str] = ()
) -> str:
    """The whole logbook as text. ``due`` comes back now, ``later`` so many at another time."""
    if not summary.count:
        return "\n".join([f"Logbook. {EMPTY}", *complaints])
    first, last = (moment(t).date().isoformat() for t in (summary.first, summary.last))
    when = first if first == last else f"{first} to {last}"
    out = [f"Logbook: {results_of(summary)}, {when}."]
    for head, rows in lines_of(summary):
        out.append(head)
        width = max(len(name) for name, _ in rows)
        out += [f"  {name.ljust(width)}  {text}" for name, text in rows]
    out.append(repeat_head(due, later))
    out += [f"  {what(repeat)}" for repeat in due[:LISTED]]
    if len(due) > LISTED:
        out.append(f"  and {len(due) - LISTED} more")
    return "\n".join([*out, *complaints])


def repeat_head(due: Sequence[Repeat], later: int) -> str:
    """How much there is to repeat, in a line."""
    rest = f"; {later} more later" if later else ""
    return f"To repeat now: {len(due) or 'nothing'}{rest}."
