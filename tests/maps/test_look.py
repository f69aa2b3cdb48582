"""Looks: enough contrast everywhere, and nothing that only colour tells apart."""

from __future__ import annotations

import json

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
    """Text 4.5, marks 3; only the grid, which no rule needs to be seen, asks for less."""
    assert {p.least for p in look.pairs() if "grid" not in p.what} == {4.5, 3.0}


def test_sides_are_those_of_okabe_and_ito() -> None:
    assert [s.colour for s in look.SIDES] == ["#0072B2", "#D55E00", "#009E73", "#CC79A7"]
    assert len({s.shape for s in look.SIDES}) == 4
    assert look.side(4) is look.side(0)


@pytest.mark.parametrize(
    ("table", "kinds"),
    [
        (
            look.GROUNDS,
            "field aoi runway artillery water allied-trench german-trench objective city zone",
        ),
        (look.AREAS, "reach fire fire-dead reported footprint fan zone"),
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
