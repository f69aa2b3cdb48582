"""One decision as a value and as short text; ``str`` and `parse` are each other's inverse."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from skylib.core.errors import MoveTextError, NoSuchHex, no_move
from skylib.core.hexes import COLUMNS, Layout

from .manoeuvres import Choice, Manoeuvre, choice_text

__all__ = ["Move", "parse", "parse_choice", "parse_chain", "choice_text", "chain_text", "KINDS"]

KINDS = {
    "place": "place SpadXIII-1 0920 N [level 4] [ace RP-1/Fire+1]: set one aircraft up",
    "ready": "ready: set the side's remaining aircraft up as the scenario suggests",
    "roll": "roll: for the initiative",
    "take": "take: the initiative",
    "give": "give: the initiative to the opponent",
    "choose": "choose SE5a-1 [SE5a-2 ...]: fly it now, several in formation",
    "wait": "wait SpadXIII-1: let a pursuer wait for its prey",
    "follow": "follow SpadXIII-1: the pursuer flies right after its prey",
    "break": "break SpadXIII-1: it flies normally and gives up the pursuit",
    "fly": "a manoeuvre: straight, tight turn right, turn left descend, spin to NE, "
    "barrel roll left ace, straight bomb",
    "power": "power +1, power 0, power -1: end the movement",
    "fire": "fire Roland-1 rear at SpadXIII-1: opportunity fire or own fire",
    "pass": "pass: no fire",
    "subtract": "subtract: the ace's piloting quality from the collision roll",
    "keep": "keep: the collision roll as it is",
    "rise": "rise: the balloon goes up one level",
    "sink": "sink: the balloon goes down one level",
    "stay": "stay: the balloon keeps its level",
    "unjam": "unjam Roland-1 rear: try to repair a gun",
    "test": "test DH4-3: try to regain control",
    "done": "done: no more recuperation",
    "pursue": "pursue SpadXIII-1 Roland-1, or pursue SpadXIII-1 nobody",
}


@dataclass(frozen=True, slots=True)
class Move:
    """One decision. Which fields count depends on ``kind``; see `KINDS` for their texts."""

    kind: str
    aircraft: tuple[str, ...] = ()
    choice: Choice | None = None
    gun: str = ""
    target: str = ""
    hex: str = ""
    facing: str = ""
    level: int | None = None
    ace: str = ""
    power: int = 0

    def __str__(self) -> str:
        if self.kind == "fly":
            return choice_text(self.choice) if self.choice else "fly"
        if self.kind == "power":
            return f"power {self.power:+d}" if self.power else "power 0"
        words = [self.kind, *self.aircraft]
        if self.kind == "place":
            words += [self.hex, self.facing]
            if self.level is not None:
                words += ["level", str(self.level)]
            if self.ace:
                words += ["ace", self.ace]
        elif self.kind == "fire":
            words += [self.gun, "at", self.target]
        elif self.kind == "unjam":
            words.append(self.gun)
        elif self.kind == "pursue":
            words.append(self.target or "nobody")
        return " ".join(words)


def chain_text(choices: Iterable[Choice]) -> str:
    """A chain in words, manoeuvres divided by semicolons."""
    return "; ".join(map(choice_text, choices))


def plain(text: str) -> str:
    """Lower case, without accents, exclamation marks and doubled blanks."""
    text = unicodedata.normalize("NFKD", text.replace("’", "'").replace("−", "-"))
    text = "".join(c for c in text if not unicodedata.combining(c))
    return " ".join(re.sub(r"[!?.,]+(?=\s|$)", " ", text).lower().split())


_SIDES = {"left": -1, "right": 1, "l": -1, "r": 1, "gauche": -1, "droite": 1}
_CLIMBS = {
    "climb": 1,
    "climbing": 1,
    "up": 1,
    "ascend": 1,
    "monte": 1,
    "monter": 1,
    "montee": 1,
    "montant": 1,
    "descend": -1,
    "descending": -1,
    "down": -1,
    "descends": -1,
    "descendre": -1,
    "descente": -1,
    "descendant": -1,
}
_ACE = {"ace", "as"}
_BOMB = {"bomb", "bombs", "bombe", "bombes", "bombarder"}
_FILLERS = {"a", "to", "the", "en", "vers", "la", "le", "l'as", "avec", "with", "and", "et"}


def names_of(table: Mapping[str, Manoeuvre]) -> list[tuple[str, str]]:
    """Every name of every manoeuvre, the longest first."""
    return _names(tuple((r.id, r.name, r.french, *r.also) for r in table.values()))


@lru_cache(maxsize=8)
def _names(rows: tuple[tuple[str, ...], ...]) -> list[tuple[str, str]]:
    names: dict[str, str] = {}
    for row in rows:
        for name in row:
            names.setdefault(plain(name).replace("-", " "), row[0])
    return sorted(names.items(), key=lambda pair: -len(pair[0]))


def parse_choice(
    text: str, table: Mapping[str, Manoeuvre], layout: Layout = COLUMNS
) -> Choice | None:
    """A manoeuvre from its text, English or French; None if it begins with no manoeuvre's name.

    Raises `MoveTextError` for words behind the name that say nothing.
    """
    said = plain(text).replace("-", " ")
    found = next(
        ((n, i) for n, i in names_of(table) if said == n or said.startswith(n + " ")), None
    )
    if found is None:
        return None
    name, id = found
    side, climb, facing, ace, bomb = 0, 0, None, False, False
    for word in said[len(name) :].split():
        if word in _SIDES and not side:
            side = _SIDES[word]
        elif word in _CLIMBS and not climb:
            climb = _CLIMBS[word]
        elif word in _ACE and not ace:
            ace = True
        elif word in _BOMB and not bomb:
            bomb = True
        elif word.upper() in layout.facings and facing is None:
            facing = layout.facing(word)
        elif word.upper() in ("NO", "SO") and facing is None:  # French: nord-ouest, sud-ouest
            facing = layout.facing(word.upper().replace("O", "W"))
        elif word not in _FILLERS:
            written = next((w for w in re.split(r"[\s-]+", text) if plain(w) == word), word)
            raise MoveTextError(
                f"{written!r} in {' '.join(text.split())[:60]!r} says nothing; behind "
                f"{table[id].name!r} there may be left or right, climb or descend, a facing, ace "
                "or bomb"
            )
    return Choice(id, side, climb, facing, ace, bomb)


def parse_chain(text: str, table: Mapping[str, Manoeuvre]) -> tuple[Choice, ...]:
    """A chain from its text: ``straight; tight turn right; straight``. Raises `MoveTextError`."""
    out = []
    for number, part in enumerate(text.split(";"), 1):
        if not part.strip():
            raise MoveTextError("is empty", field=f"manoeuvre {number}")
        choice = parse_choice(part, table)
        if choice is None:
            raise MoveTextError(
                f"{part.strip()!r} is no manoeuvre; there are "
                f"{', '.join(r.name for r in table.values())}",
                field=f"manoeuvre {number}",
            )
        out.append(choice)
    return tuple(out)


def parse(
    text: str,
    table: Mapping[str, Manoeuvre],
    find: Callable[[str], str],
    offer: Callable[[], Iterable[str]] = tuple,
) -> Move:
    """A move from its text. ``find`` gives an aircraft's name from its text in any case.

    Raises `MoveTextError`, which names the moves that ``offer`` gives, or else all forms.
    """
    words = text.strip().split()
    if not words or len(text) > _LONGEST:
        raise no_move(text, tuple(offer()) or _FORMS)
    kind = words[0].lower()
    rest = words[1:]
    if kind == "roll" and rest and plain(" ".join(rest)) != "initiative":
        kind = "fly"  # a barrel roll by its short name
    if kind in KINDS and kind != "fly":
        return _named(kind, rest, text, find)
    choice = parse_choice(text, table)
    if choice is not None:
        return Move("fly", choice=choice)
    raise no_move(text, tuple(offer()) or _FORMS)


_LONGEST = 400
_FORMS = tuple("turn left" if kind == "fly" else KINDS[kind].partition(":")[0] for kind in KINDS)


def _named(kind: str, rest: list[str], text: str, find: Callable[[str], str]) -> Move:
    def bad() -> MoveTextError:
        form = KINDS[kind].partition(":")[0]
        return MoveTextError(f"{' '.join(text.split())[:60]!r} is not of the form {form!r}")

    if kind in ("take", "give", "roll"):
        if rest and plain(" ".join(rest)) not in ("initiative", "the initiative"):
            raise bad()
        return Move(kind)
    if kind in ("ready", "pass", "subtract", "keep", "rise", "sink", "stay", "done"):
        if rest:
            raise bad()
        return Move(kind)
    if kind == "power":
        if len(rest) != 1 or not re.fullmatch(r"[+-]?\d", plain(rest[0])):
            raise bad()
        return Move(kind, power=int(plain(rest[0])))
    if kind == "place":
        return _place(rest, bad, find)
    if kind == "choose":
        if not rest or len({find(w) for w in rest}) != len(rest):
            raise bad()
        return Move(kind, tuple(find(w) for w in rest))
    if kind == "fire":
        if len(rest) != 4 or rest[2].lower() != "at" or rest[1].lower() not in _GUNS:
            raise bad()
        return Move(kind, (find(rest[0]),), gun=rest[1].lower(), target=find(rest[3]))
    if kind == "unjam":
        if len(rest) != 2 or rest[1].lower() not in _GUNS:
            raise bad()
        return Move(kind, (find(rest[0]),), gun=rest[1].lower())
    if kind == "pursue":
        if len(rest) != 2:
            raise bad()
        target = "" if rest[1].lower() in ("nobody", "none") else find(rest[1])
        return Move(kind, (find(rest[0]),), target=target)
    if len(rest) != 1:
        raise bad()
    return Move(kind, (find(rest[0]),))


_GUNS = ("front", "rear", "round")


def _place(rest: list[str], bad: Callable[[], MoveTextError], find: Callable[[str], str]) -> Move:
    if len(rest) < 3 or len(rest) % 2 == 0:
        raise bad()
    try:
        facing = COLUMNS.facing_name(COLUMNS.facing(rest[2]))
    except NoSuchHex as error:
        raise MoveTextError(str(error)) from None
    level, ace = None, ""
    for key, value in zip(rest[3::2], rest[4::2], strict=True):
        if key.lower() == "level" and level is None and value.isdigit() and len(value) == 1:
            level = int(value)
        elif key.lower() == "ace" and not ace:
            ace = ace_text(value)
            if not ace:
                raise bad()
        else:
            raise bad()
    return Move("place", (find(rest[0]),), hex=rest[1], facing=facing, level=level, ace=ace)


def ace_text(text: str) -> str:
    """An ace in its one spelling, ``RP-1/Fire+2``; empty if the text is none."""
    match = re.fullmatch(r"(?:RP-(\d))?/?(?:FIRE\+(\d))?", text.upper())
    if not match or not (match[1] or match[2]):
        return ""
    parts = [f"RP-{match[1]}"] if match[1] else []
    parts += [f"Fire+{match[2]}"] if match[2] else []
    return "/".join(parts)


def ace_qualities(text: str) -> tuple[int, int]:
    """Piloting and fire quality of an ace's text."""
    piloting = re.search(r"RP-(\d)", text)
    fire = re.search(r"Fire\+(\d)", text)
    return int(piloting[1]) if piloting else 0, int(fire[1]) if fire else 0
