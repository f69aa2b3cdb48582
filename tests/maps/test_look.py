"""Looks: enough contrast everywhere, and nothing that only colour tells apart."""

from __future__ import annotations

import json
import math
from itertools import combinations

import pytest

from skylib.maps import look


def test_contrast_counts_as_wcag_does() -> None:
    assert look.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert look.contrast("#0072B2", "#ffffff") == pytest.approx(5.19, abs=0.01)
    assert look.contrast("#ffffff", "#E69F00") == pytest.approx(2.25, abs=0.01)


def test_every_pair_has_its_contrast() -> None:
    pairs = list(look.pairs())
    assert len(pairs) > 500
    weak = [
        f"{p.what}: {p.colour} on {p.on} has {look.contrast(p.colour, p.on):.2f}, not {p.least}"
        for p in pairs
        if look.contrast(p.colour, p.on) < p.least
    ]
    assert not weak


def test_pairs_ask_for_what_wcag_asks() -> None:
    """Text 4.5, marks 3; the grid too, since one counts its hexes."""
    assert {p.least for p in look.pairs()} == {4.5, 3.0}
    assert sum("grid" in p.what for p in look.pairs()) == len(look.GROUNDS) + 1


def test_sides_are_those_of_okabe_and_ito() -> None:
    assert [s.colour for s in look.SIDES] == ["#0072B2", "#D55E00", "#009E73", "#CC79A7"]
    assert len({s.shape for s in look.SIDES}) == 4
    assert look.side(4) is look.side(0)


@pytest.mark.parametrize(
    ("table", "kinds"),
    [
        (
            look.GROUNDS,
            "field aoi runway artillery water allied-trench german-trench allied-line german-line "
            "objective city zone",
        ),
        (look.AREAS, "reach fire fire-dead reported footprint fan zone goal"),
        (look.PATHS, "flown planned ghost line-of-fire"),
        (look.MARKS, "selected legal last hint"),
    ],
)
def test_the_kinds_of_the_games_have_a_look(table: dict[str, object], kinds: str) -> None:
    assert set(kinds.split()) <= set(table)


def test_areas_differ_without_their_colour() -> None:
    forms = [(a.hatch, a.dash, a.dots) for a in look.AREAS.values()]
    assert len(set(forms)) == len(forms)


def test_paths_differ_without_their_colour() -> None:
    forms = [(p.dash, p.end) for p in look.PATHS.values()]
    assert len(set(forms)) == len(forms)


def test_marks_differ_in_form() -> None:
    assert len({m.form for m in look.MARKS.values()}) == 4


def test_grounds_with_their_own_fill_have_a_sign_or_a_border() -> None:
    plain = [k for k, g in look.GROUNDS.items() if not g.sign and not g.border]
    assert plain == ["field"]


def test_unknown_kinds_have_a_sane_look() -> None:
    assert look.area("mist").hatch and look.path("thread").dash
    assert look.ground("swamp").sign and look.token("flag-pole") == ("disc", "flag pole")
    assert look.bead("odd") == look.BEADS[""]


def test_counters_keep_a_readable_size() -> None:
    for pixels in (8, 17, 24, 40, 64):
        assert look.counter_scale(pixels) * pixels >= look.LEAST_COUNTER
    assert look.counter_scale(64) == look.COUNTER


def test_table_is_plain_data() -> None:
    assert json.loads(json.dumps(look.table()))["areas"][""]["hatch"] == "."


# ---- eyes that see colours otherwise ----------------------------------------------------

# Machado, Oliveira and Fernandes 2009, severity 1: what red, green and blue become (linear).
EYES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def seen(colour: str, eye: tuple[tuple[float, ...], ...] | None) -> tuple[float, float, float]:
    """A colour in CIE L*a*b* as an eye sees it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    if eye is not None:
        light = [min(1, max(0, sum(m * c for m, c in zip(row, light)))) for row in eye]
    xyz = [sum(m * c for m, c in zip(row, light)) for row in TO_XYZ]
    f = [
        v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116
        for v in (xyz[0] / 0.9505, xyz[1], xyz[2] / 1.089)
    ]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def test_the_eyes_are_right() -> None:
    """White stays white; for the red-blind, red turns dark and close to a dark olive."""
    for eye in (None, *EYES.values()):
        assert seen("#ffffff", eye) == pytest.approx((100, 0, 0), abs=1)
    assert math.dist(seen("#ff0000", None), seen("#00ff00", None)) > 150
    assert seen("#ff0000", EYES["protanopia"])[0] < 45
    assert math.dist(seen("#a04000", EYES["protanopia"]), seen("#5f5f00", EYES["protanopia"])) < 20


@pytest.mark.parametrize("eye", ["everybody", *EYES])
def test_the_sides_differ_for_every_eye(eye: str) -> None:
    """Two sides play in most games, and theirs differ most; all four can be told apart."""
    colours = [seen(side.colour, EYES.get(eye)) for side in look.SIDES]
    darks = [seen(side.dark, EYES.get(eye)) for side in look.SIDES]
    assert math.dist(colours[0], colours[1]) > 50
    assert math.dist(darks[0], darks[1]) > 40
    assert min(math.dist(a, b) for a, b in combinations(colours, 2)) > 15
