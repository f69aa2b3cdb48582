"""Every figure in every data file says where it is from, and `skylib assumptions` names those
that are ours, each of them and no other."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import skylib
from skylib.command.assumptions import numbers

PACKAGE = Path(skylib.__file__).parent
GAMES = ("eye_in_the_sky", "flying_circus", "le_temps_des_as")
# Texts of a row that are no figures: what it is called, and words about it.
_WORDS = {
    *("id", "name", "french", "also", "short", "title", "section", "game", "kind", "letter"),
    *("goals", "source", "sources", "replaces", "line_ups_of"),
}
# Not figures of a game: our sentences on the rules, and games that were counted.
_OTHERS = {"rules.toml", "balance.toml"}
_FILES = sorted(
    path
    for game in GAMES
    for path in PACKAGE.joinpath(game).rglob("*.toml")
    if path.name not in _OTHERS
)
_KIND = re.compile(r"(printed|derived|ours)(?:[:,] \S.*)?")


def figures(path: Path) -> Iterator[tuple[tuple[str, ...], Any, str]]:
    """Every figure of a file: its way through the tables, its value, and its source.

    A source is that of the innermost table that names the figure in its ``sources`` or has a
    ``source`` of its own.
    """

    def walk(
        value: Any, way: tuple[str, ...], tables: tuple[tuple[int, dict[str, Any]], ...]
    ) -> Iterator[tuple[tuple[str, ...], Any, str]]:
        if isinstance(value, dict):
            inside = (*tables, (len(way), value))
            for key, part in value.items():
                if key not in _WORDS:
                    yield from walk(part, (*way, key), inside)
        elif isinstance(value, list):
            for part in value:
                yield from walk(part, way, tables)
        else:
            yield way, value, _source(way, tables)

    yield from walk(tomllib.loads(path.read_text("utf-8")), (), ())


def _source(way: tuple[str, ...], tables: tuple[tuple[int, dict[str, Any]], ...]) -> str:
    for depth, table in reversed(tables):
        given = table.get("sources", {})
        below = way[depth:]
        # Part of the way: front_gun.mount of aircraft.spad-7.front_gun.mount, cost A of cost.A
        for length in range(len(below), 0, -1):
            for first in range(len(below) - length + 1):
                part = below[first : first + length]
                for mark in (".", " "):
                    if mark.join(part) in given:
                        return str(given[mark.join(part)])
        if isinstance(table.get("source"), str):
            return str(table["source"])
    return ""


@pytest.mark.parametrize("path", _FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_every_figure_has_a_source(path: Path) -> None:
    found = list(figures(path))
    assert found
    without = [
        f"{'.'.join(way)} = {value!r}: {source!r}"
        for way, value, source in found
        if not _KIND.fullmatch(source)
    ]
    assert not without
    # What the rulebook implies, and what we made up, says by what.
    for way, _, source in found:
        assert source != "derived", f"{'.'.join(way)} does not say by which section"


def test_the_walk_sees_a_figure_without_a_source(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        'speed = 7\n[a]\nsource = "ours: x"\nx = 1\n'
        '[b]\ny = [[2, 3], [4]]\n[b.sources]\nz = "ours"\n'
        '[[c]]\nname = "C 5"\ncost = { A = 1, B = 2 }\nsources = { "cost A" = "printed" }\n'
    )
    found = {f"{'.'.join(way)} {value}": source for way, value, source in figures(file)}
    assert found == {
        "speed 7": "",
        "a.x 1": "ours: x",
        "b.y 2": "",
        "b.y 3": "",
        "b.y 4": "",
        "c.cost.A 1": "printed",
        "c.cost.B 2": "",
    }


def _lines(game: str) -> str:
    cls = next(skylib.find_game(n) for n in skylib.GAMES if game in skylib.GAMES[n])
    return "\n".join(numbers(cls))


# ---- what `skylib assumptions` says --------------------------------------------------------


def test_eye_in_the_sky_names_each_map_and_plane_of_ours_and_no_other() -> None:
    lines = _lines("eye_in_the_sky")
    planes = tomllib.loads((PACKAGE / "eye_in_the_sky/planes.toml").read_text("utf-8"))
    maps = {
        path.stem: tomllib.loads(path.read_text("utf-8"))
        for path in PACKAGE.joinpath("eye_in_the_sky/maps").glob("*.toml")
    }
    for kind, rows, word in (("Plane", planes, "name"), ("Map", maps, "title")):
        for name, row in rows.items():
            said = f"{kind} {name}, {row[word]!r}" in lines
            assert said is (row["source"] != "printed"), name
    assert lines.count("\n") + 1 == sum(
        row["source"] != "printed" for rows in (planes, maps) for row in rows.values()
    ) + len(("wind", "guns"))


def test_flying_circus_names_each_figure_of_ours_and_no_other() -> None:
    lines = _lines("flying_circus").split("\n")
    charts = {
        line.partition(", ")[2].partition(": ")[0]: line
        for line in lines
        if line.startswith("Aircraft chart")
    }
    rows = tomllib.loads((PACKAGE / "flying_circus/aircraft.toml").read_text("utf-8"))["aircraft"]
    counted = 0
    for way, value, source in figures(PACKAGE / "flying_circus/aircraft.toml"):
        name = rows[way[1]]["name"]
        words = " ".join(way[2:]).replace("_", " ")
        if words == "turn mode":
            words = "turn left"
        words = words.replace("turn mode ", "turn ")
        said = re.search(
            rf"[:,;] {re.escape(words)} {re.escape(str(value))}\b", charts.get(name, "")
        )
        assert bool(said) is source.startswith("ours"), (way, value, source)
        counted += source.startswith("ours")
    assert counted > 100
    for way, value, source in figures(PACKAGE / "flying_circus/map.toml"):
        part = ".".join(way[:2]) if f"Map, {'.'.join(way[:2])}:" in "\n".join(lines) else way[0]
        named = any(line.startswith(f"Map, {part.replace('_', ' ')}:") for line in lines)
        assert named is source.startswith("ours"), (way, value)
    tables = tomllib.loads((PACKAGE / "flying_circus/tables.toml").read_text("utf-8"))
    for title, table in (
        ("Introductory combat results table", tables["introductory"]),
        *((f"Combat results table {n}", t) for n, t in tables["table"].items()),
    ):
        printed = {(c["die"], r) for c in table.get("cells", ()) for r in c["ranges"]}
        for die, row in enumerate(table["rows"], 1):
            line = next((n for n in lines if n.startswith(f"{title}, die {die}: ")), "")
            for reach, value in enumerate(row, 1):
                said = re.search(rf"\b{value} at range {reach}\b", line)
                assert bool(said) is ((die, reach) not in printed), (title, die, reach)


def test_le_temps_des_as_names_each_figure_of_ours_and_no_other() -> None:
    lines = _lines("le_temps_des_as").split("\n")
    folder = PACKAGE / "le_temps_des_as"
    counted = 0
    for file, kind, head in (
        ("aircraft.toml", "aircraft", "Aircraft list"),
        ("manoeuvres.toml", "manoeuvre", "Manoeuvre table"),
    ):
        for row in tomllib.loads((folder / file).read_text("utf-8"))[kind]:
            line = next((n for n in lines if n.startswith(f"{head}, {row['name']}: ")), "")
            given = row.get("sources", {})
            for field, value in row.items():
                if field in (*_WORDS, "side"):
                    continue
                cells = (
                    {f"cost {k}": v for k, v in value.items()}
                    if field == "cost"
                    else {field: value}
                )
                for name, cell in cells.items():
                    ours = given.get(name, "ours").startswith("ours")
                    said = f" {name.replace('_', ' ')} " in line
                    assert said is ours, (row["name"], name, cell)
                    counted += ours
    assert counted > 100
    whole = "\n".join(lines)
    for marker in tomllib.loads((folder / "damage.toml").read_text("utf-8"))["marker"]:
        assert f"{marker['name']} {marker['count']}" in whole
    for scenario in tomllib.loads((folder / "scenarios.toml").read_text("utf-8"))["scenario"]:
        own = [n for n in lines if n.startswith(f"Scenario {scenario['title']}")]
        assert bool(own) is (
            "ours" in str(scenario) or any("ready" in g for g in scenario["group"])
        )
        for group in scenario["group"]:
            line = next((n for n in own if f", {group['side']}, {group['type']}: " in n), "")
            for field, value in group.items():
                if field in ("side", "sources", "type"):
                    continue
                named = {**scenario.get("sources", {}), **group.get("sources", {})}
                usual = scenario.get("source", "ours" if field == "ready" else "printed")
                ours = named.get(field, usual).startswith("ours")
                shown = ", ".join(map(str, value)) if isinstance(value, list) else value
                assert (re.search(rf"[:;] {field} {shown}[.;]", line) is not None) is ours, field


@pytest.mark.parametrize("name", skylib.GAMES)
def test_no_line_stands_twice(name: str) -> None:
    lines = numbers(skylib.find_game(name))
    assert lines and len(set(lines)) == len(lines)
