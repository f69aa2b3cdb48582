"""``skylib flights``: what an aircraft of Flying Circus can fly at a speed, as text."""

from __future__ import annotations

import argparse

from .arguments import add_json, add_readings, whole
from .page import print_json

HELP = "list the legal flights of an aircraft of Flying Circus"
ABOUT = """Lists every legal flight of an undamaged aircraft at a speed, in open sky: F forward,
L and R one hexside, C the climb, D the dive. Where a plan is not allowed, the ruling says why."""
EXAMPLE = """\
  skylib flights nieuport-11 --speed 5
  skylib flights "Sopwith Camel" --speed 6 --dive 2
  skylib flights dr1 --speed 6 --climb --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("aircraft", metavar="AIRCRAFT", help="a type, by its name or id")
    parser.add_argument(
        "--speed", metavar="N", type=whole(1, 30), required=True, help="movement points"
    )
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--climb", action="store_true", help="with the climb that gains a level")
    way.add_argument(
        "--dive", metavar="K", type=whole(1, 30), default=0, help="with a dive of K levels"
    )
    parser.add_argument("--charts", metavar="FILE", help="an owner's chart file (.toml)")
    add_readings(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from skylib.flying_circus.aircraft import Charts
    from skylib.flying_circus.listing import list_flights

    charts = Charts.read(args.charts) if args.charts else None
    found = list_flights(
        args.aircraft,
        args.speed,
        args.climb,
        args.dive,
        charts=charts,
        readings=dict(args.reading or ()),
    )
    if args.json:
        print_json(found.data())
    else:
        print(found)
    return 0
