"""Structure tests, the nine markers, the cup (8)."""

import pytest

from skylib.le_temps_des_as import charts

from .setups import fight, flying, play, refused

MARKERS = charts.ours().markers


def draw_number(marker):
    """The number that draws that marker from the full cup."""
    total = 0
    for m in MARKERS.values():
        if m.id == marker:
            return total + 1
        total += m.count
    raise KeyError(marker)


def hit(target, *dice, shooter="Albatros-1 0906 S"):
    """The target flies one hex into the line of fire and is hit; dice from the structure test."""
    id = target.split()[0]
    game = fight(f"{target} speed=3", shooter)
    play(game, f"choose {id}: 1", "straight")
    gun = "rear" if shooter.startswith("Roland") else "front"
    game.play(f"fire {shooter.split()[0]} {gun} at {id}", [5, *dice])
    return game


def conserved(game):
    held = [m for p in game.state.aircraft for m in p.markers]
    full = charts.ours().cup
    return all(
        n + held.count(id) == f for n, id, f in zip(game.state.cup, MARKERS, full, strict=True)
    )


def test_below_the_structure_points_is_minor():
    game = hit("SpadXIII-1 0909 N", 3)  # 3 + 1 = 4 against 5
    assert game.last.ruling.facts["structure"] == "minor"
    assert not game.state.plane("SpadXIII-1").damaged and sum(game.state.cup) == sum(
        charts.ours().cup
    )


def test_at_the_structure_points_a_marker_is_drawn():
    game = hit("SpadXIII-1 0909 N", 4, draw_number("wing"))
    plane = game.state.plane("SpadXIII-1")
    assert plane.damaged and plane.markers == ("wing",)
    assert game.state.cup[0] == charts.ours().cup[0] - 1
    assert conserved(game)


def test_already_damaged_is_destroyed_and_its_markers_go_back():
    game = hit("SpadXIII-1 0909 N damaged markers=motor power=0", 4, draw_number("wing"))
    plane = game.state.plane("SpadXIII-1")
    assert plane.status == "destroyed" and plane.fate == "shot down by Albatros-1"
    assert plane.markers == () and game.state.cup == charts.ours().cup


def test_twice_the_points_destroys_at_once():
    step = hit("Camel-1 0909 N", 6, draw_number("structure"), 4)  # 6 + 1 + 2 = 9 >= 8
    assert step.state.plane("Camel-1").status == "destroyed"
    assert step.last.ruling.facts["structure total"] == 9
    assert "TDA-D3" in step.last.ruling.rules
    assert conserved(step)


@pytest.mark.parametrize(("die", "extra"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_structure_adds_half_a_die_and_goes_back(die, extra):
    game = hit("SpadXIII-1 0909 N", 4, draw_number("structure"), die)
    assert game.last.ruling.facts["structure total"] == 5 + extra
    assert game.state.plane("SpadXIII-1").damaged
    assert game.state.plane("SpadXIII-1").markers == ()
    assert game.state.cup == charts.ours().cup


def test_motor_loses_all_power():
    game = hit("SpadXIII-1 0909 N", 4, draw_number("motor"))
    play(game, "turn left", "straight")
    refused(game, "power +1", "TDA-SPEED")
    assert list(map(str, game.legal_moves())) == ["power 0"]


def test_fuel_tank_explodes_or_costs_one_power_factor():
    game = hit("SpadXIII-1 0909 N", 4, draw_number("fuel-tank"), 4)
    assert game.state.plane("SpadXIII-1").power == 0
    assert game.state.plane("SpadXIII-1").markers == ("fuel-tank",)
    boom = hit("SpadXIII-1 0909 N", 4, draw_number("fuel-tank"), 5)
    assert boom.state.plane("SpadXIII-1").status == "destroyed"
    assert boom.state.cup == charts.ours().cup


def test_weapons_of_a_single_seater_whatever_the_position():
    for n in (1, 2):
        game = hit("SpadXIII-1 0909 N", 4, draw_number(f"weapon-damaged-{n}"))
        from skylib.le_temps_des_as import fire

        assert fire.gun_state(game.setting, game.state.plane("SpadXIII-1"), "front") == "damaged"
        game = hit("SpadXIII-1 0909 N", 4, draw_number(f"weapon-destroyed-{n}"))
        assert fire.gun_state(game.setting, game.state.plane("SpadXIII-1"), "front") == "destroyed"


def test_weapons_of_a_two_seater_by_position():
    from skylib.le_temps_des_as import fire

    game = hit("DH4-1 0909 N", 4, draw_number("weapon-destroyed-2"))
    plane = game.state.plane("DH4-1")
    assert fire.gun_state(game.setting, plane, "rear") == "destroyed"
    assert fire.gun_state(game.setting, plane, "front") == "ready"


def test_no_such_gun_no_effect():
    from skylib.le_temps_des_as import fire

    game = fight("Hanriot-1 0909 N", "Roland-1 0906 N damaged markers=weapon-destroyed-1")
    assert fire.gun_state(game.setting, game.state.plane("Roland-1"), "rear") == "ready"


def test_a_dead_pilot_crashes_a_single_seater():
    for n in (1, 2):
        game = hit("SpadXIII-1 0909 N", 4, draw_number(f"aviator-killed-{n}"))
        assert game.state.plane("SpadXIII-1").status == "destroyed"
        assert conserved(game)


def test_a_dead_observer_leaves_the_aircraft_flying():
    game = hit("DH4-1 0909 N", 4, draw_number("aviator-killed-2"))
    plane = game.state.plane("DH4-1")
    assert plane.flying and plane.observer == "dead" and plane.pilot == "fit" and not plane.out


def test_double_controls():
    game = hit("DH4-1 0909 N piloting=1", 4, draw_number("aviator-killed-1"))
    plane = game.state.plane("DH4-1")
    assert plane.flying and plane.out and plane.pilot == "dead" and plane.ace == ""
    assert game.state.stage == "choose" and game.state.asked == "Central"


def test_dead_pilot_and_dead_observer():
    game = hit("DH4-1 0909 N observer=dead", 4, draw_number("aviator-killed-1"))
    assert game.state.plane("DH4-1").status == "destroyed"


def test_wounds():
    pilot = hit("SpadXIII-1 0909 N", 4, draw_number("aviator-wounded-2"))
    assert pilot.state.plane("SpadXIII-1").pilot == "wounded"
    assert pilot.check("turn left").facts["cost"] == 2
    observer = hit("DH4-1 0909 N", 4, draw_number("aviator-wounded-2"))
    assert observer.state.plane("DH4-1").observer == "wounded"
    assert observer.state.plane("DH4-1").pilot == "fit"


def test_marker_mix_is_ours_and_says_so():
    game = hit("SpadXIII-1 0909 N", 4, draw_number("wing"))
    assert "how many of each marker the cup holds" in game.last.ruling.ours


def test_an_empty_cup_draws_nothing():
    from dataclasses import replace

    game = fight("SpadXIII-1 0909 N speed=3", "Albatros-1 0906 S")
    play(game, "choose SpadXIII-1: 1", "straight")
    game._state = replace(game.state, cup=(0,) * len(game.state.cup))
    game.play("fire Albatros-1 front at SpadXIII-1", [5, 4])
    plane = game.state.plane("SpadXIII-1")
    assert plane.damaged and plane.markers == ()


def test_every_marker_has_an_effect_of_the_table():
    from skylib.le_temps_des_as.damage import EFFECTS

    assert len(EFFECTS) == 9
    assert {m.effect for m in MARKERS.values()} == set(EFFECTS)
    assert all(m.count for m in MARKERS.values())


def test_a_mover_shot_down_ends_its_movement():
    game = hit("SpadXIII-1 0909 N damaged", 4, draw_number("wing"))
    assert game.outcome is not None
    assert flying().state.act is not None
