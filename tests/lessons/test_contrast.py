"""Every colour pair of the panels, in light and dark: text 4.5, lines that tell something 3.

The style sheets are read as they are. A rule's ground is its own, or that of the part of
the page it names further left, or that of the part it lies in (`LIES_IN`), or the page's.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import pytest

from skylib.maps import look

LESSONS = resources.files("skylib.lessons")
SHEETS = {
    path.name: path.read_text("utf-8")
    for folder in (LESSONS, resources.files("skylib.maps").joinpath("js"))
    for path in sorted(folder.iterdir(), key=lambda p: p.name)
    if path.name.endswith(".css")
    and path.name != "projector.css"  # has two themes of its own; test_projector.py looks at them
}

# What --jp-variables are in JupyterLab's themes, and on a page without them (the fallback).
# Pages have one of two grounds. `test_the_palettes_are_jupyterlabs` holds them to the truth.
PALETTES: dict[str, dict[str, str]] = {
    "light": {
        "--jp-ui-font-color0": "#000000",
        "--jp-ui-font-color1": "#000000de",
        "--jp-ui-font-color2": "#0000008a",
        "--jp-layout-color0": "#ffffff",
        "--jp-layout-color1": "#ffffff",
        "--jp-border-color1": "#bdbdbd",
        "--jp-border-color2": "#e0e0e0",
    },
    "dark": {
        "--jp-ui-font-color0": "#ffffff",
        "--jp-ui-font-color1": "#ffffffde",
        "--jp-ui-font-color2": "#ffffff8a",
        "--jp-layout-color0": "#111111",
        "--jp-layout-color1": "#212121",
        "--jp-border-color1": "#616161",
        "--jp-border-color2": "#424242",
    },
    "page without a theme": {},
}
PAGES = {
    "light": ("#ffffff",),
    "dark": ("#111111", "#212121"),
    "page without a theme": ("#ffffff",),
}

# What these lie on is set by the code.
LIES_ON = {
    '.skylib-deck .widget-button[style*="background"]': "#f1efea",
    ".skylib-turn": "#3d4450",  # or the dark colour of a side, see below
}

# Pages of their own, on white paper whatever the theme.
PAPER = {"handout.css"}

# Parts that always lie in another part with a ground of its own.
LIES_IN = {".skylib-track": ".skylib-cockpit", ".tda-die": ".tda-board li.tda-now"}

# Lines that tell nothing: they part rows, or frame what has words and form besides.
ONLY_DECORATION = re.compile(
    r"jp-border-color[12]|#b9b4a3|#fdfcf8|transparent|currentcolor", re.IGNORECASE
)


class Rule(NamedTuple):
    sheet: str
    selector: str
    style: dict[str, str]

    def __str__(self) -> str:
        return f"{self.sheet}: {self.selector}"


def rules() -> Iterator[Rule]:
    """Every selector of every sheet with its declarations; those for print and forced
    colours are left out, since the page's colours do not hold there."""
    for sheet, css in SHEETS.items():
        css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
        css = re.sub(
            r"@media[^{]*(?:print|forced-colors)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css
        )
        css = re.sub(r"@media[^{]*\{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}", r"\1", css)
        for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
            pairs = (part.partition(":") for part in body.split(";") if ":" in part)
            style = {name.strip(): value.strip() for name, _, value in pairs}
            for selector in selectors.split(","):
                yield Rule(sheet, " ".join(selector.split()), style)


RULES = list(rules())


# ---- colours -------------------------------------------------------------------------


def colours_in(value: str, palette: dict[str, str]) -> list[str]:
    """The colours in a CSS value as #rrggbb or #rrggbbaa, with the palette's variables."""
    out = []
    while found := re.search(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\))?[^()]*))?\)", value):
        name, other = found.group(1), (found.group(2) or "").strip()
        value = value[: found.start()] + palette.get(name, other) + value[found.end() :]
    for hexed in re.findall(r"#[0-9a-fA-F]{3,8}\b", value):
        digits = hexed[1:]
        out.append("#" + ("".join(c * 2 for c in digits) if len(digits) in (3, 4) else digits))
    return out


def over(colour: str, ground: str, opacity: float = 1.0) -> str:
    """A colour with its transparency, laid over a ground."""
    alpha = int(colour[7:9], 16) / 255 if len(colour) == 9 else 1.0
    return look.mixed(ground, colour[:7], alpha * opacity)


def variables(rule_style: dict[str, str]) -> str:
    return rule_style.get("background") or rule_style.get("background-color") or ""


def grounds(rule: Rule, palette: dict[str, str], pages: tuple[str, ...]) -> list[str]:
    """What a rule's text and lines may lie on."""
    if rule.selector in LIES_ON:
        return [LIES_ON[rule.selector]]
    own = colours_in(variables(rule.style), palette)
    if own:
        return [over(c, pages[0]) for c in own]
    return around(rule, palette, pages)


def around(rule: Rule, palette: dict[str, str], pages: tuple[str, ...]) -> list[str]:
    """What lies around a rule's part."""
    if "caption" in rule.selector:
        return list(pages)  # a table's ground does not reach to its caption
    parts = rule.selector.split(" ")
    for i in range(len(parts), 0, -1):
        part = " ".join(parts[:i])
        for candidate in (part, LIES_IN.get(parts[0], "")):
            for other in RULES:
                if other.selector == candidate and other is not rule:
                    found = colours_in(variables(other.style), palette)
                    if found:
                        return [over(c, pages[0]) for c in found]
    return list(pages)


DARK_ONLY = '[data-jp-theme-light="false"]'


def own_variables(dark: bool) -> dict[str, str]:
    """The variables that our sheets set, for one of the themes."""
    out = {}
    for rule in RULES:
        if dark or not rule.selector.startswith(DARK_ONLY):
            out |= {k: v for k, v in rule.style.items() if k.startswith("--skylib")}
    return out


def texts_and_lines() -> Iterator[tuple[str, str, str, float]]:
    for theme, palette in PALETTES.items():
        palette = palette | own_variables(theme == "dark")
        sides = [palette | {"--side": s.colour, "--dark": s.dark} for s in look.SIDES]
        for rule in RULES:
            if rule.selector.startswith(DARK_ONLY) and theme != "dark":
                continue
            if rule.sheet in PAPER and theme != "page without a theme":
                continue
            of_a_side = re.search(r"var\(--(side|dark)\)", str(rule.style))
            for chosen in sides if of_a_side else [palette]:
                lie_on = grounds(rule, chosen, PAGES[theme])
                opacity = float(rule.style.get("opacity", "1"))
                if "color" in rule.style:
                    for colour in colours_in(rule.style["color"], chosen):
                        for on in lie_on:
                            yield f"{theme}, {rule}", over(colour, on, opacity), on, 4.5
                for name, value in rule.style.items():
                    if not re.match(r"(border|outline)(-(left|right|top|bottom))?(-color)?$", name):
                        continue
                    if ONLY_DECORATION.search(value):
                        continue
                    for colour in colours_in(value, chosen):
                        # A frame is seen against what is inside it or what is outside.
                        for page in PAGES[theme]:
                            beside = [*lie_on, *around(rule, chosen, (page,))]
                            best = max(beside, key=lambda on: look.contrast(over(colour, on), on))
                            yield f"{theme}, {rule} {name}", over(colour, best), best, 3.0


PAIRS = list(texts_and_lines())


def test_text_and_lines_stand_out() -> None:
    assert len(PAIRS) > 250
    weak = [
        f"{what}: {colour} on {on} has {look.contrast(colour, on):.2f}, not {least}"
        for what, colour, on, least in PAIRS
        if look.contrast(colour, on) < least
    ]
    assert not weak, "\n" + "\n".join(weak)


def test_a_ground_of_its_own_brings_its_ink() -> None:
    """A pale ground under letters of the dark theme would hide them."""
    bare = []
    for rule in RULES:
        value = variables(rule.style)
        if not colours_in(value, {}) or "var(--jp-" in value:
            continue
        if "color" in rule.style or rule.selector in NO_LETTERS:
            continue
        above = [o for o in RULES if rule.selector.startswith(o.selector) and "color" in o.style]
        if not any("var(--jp-" not in o.style["color"] for o in above):
            bare.append(str(rule))
    assert not bare, "\n" + "\n".join(bare)


NO_LETTERS = {".skylib-odds .bar", ".skylib-odds .bar.kill", ".skylib-board", ".skylib-legend svg"}


def test_the_palettes_are_jupyterlabs() -> None:
    folder = Path(sys.prefix) / "share/jupyter/lab/themes/@jupyterlab"
    for theme in ("light", "dark"):
        file = folder / f"theme-{theme}-extension/index.css"
        if not file.is_file():
            pytest.skip(f"no theme in {folder}")
        css = file.read_text("utf-8")
        for name, ours in PALETTES[theme].items():
            found = re.search(rf"{name}:\s*([^;}}]+)", css)
            assert found, name
            value = re.sub(r"var\(--[\w-]+,\s*([^()]+)\)", r"\1", found.group(1)).strip()
            faint = re.fullmatch(r"rgba\((\d+),\s*(\d+),\s*(\d+),\s*([\d.]+)\)", value)
            if faint:
                r, g, b, a = faint.groups()
                value = f"#{int(r):02x}{int(g):02x}{int(b):02x}{round(float(a) * 255):02x}"
            value = {"white": "#ffffff"}.get(value, value)
            if re.fullmatch(r"#[0-9a-f]{3}", value):
                value = "#" + "".join(c * 2 for c in value[1:])
            assert value == ours, f"{theme} {name}: {value}"


# ---- colours in the code ----------------------------------------------------------------


def test_colours_in_the_code_are_few_and_looked_at() -> None:
    """A colour written into a panel's code escapes the tests above: each is listed here."""
    found = {}
    for path in Path(str(LESSONS)).glob("*.py"):
        for colour in re.findall(r"#[0-9a-fA-F]{6}\b", path.read_text("utf-8")):
            found.setdefault(colour.lower(), set()).add(path.name)
    assert set(found) <= set(IN_CODE), found
    for colour, (ink, least) in IN_CODE.items():
        if ink:
            assert look.contrast(colour, ink) >= least, colour


IN_CODE = {  # a ground or mark in the code, what lies on it or beside it, and the least contrast
    "#f1efea": ("#16202e", 4.5),  # the ground of a button that answers why not
    "#16202e": ("#ffffff", 4.5),  # where a track stands
    "#ffffff": ("#16202e", 4.5),  # a box of a track
    "#eeeeee": ("#595959", 4.5),  # a box beyond the most
    "#595959": ("#ffffff", 3.0),  # its frame
    "#0072b2": ("#ffffff", 3.0),  # the bar below a track
    "#d55e00": ("#ffffff", 3.0),  # the bar above it
    "#3d4450": ("#ffffff", 4.5),  # the sign of the turn, when it is nobody's
}


@pytest.mark.parametrize("side", look.SIDES)
def test_the_sign_of_the_turn_can_be_read(side: look.SideLook) -> None:
    assert look.contrast(side.dark, "#ffffff") >= 4.5


def test_all_sheets_are_read() -> None:
    assert {"panels.css", "flying_circus.css", "le_temps_des_as.css", "choice_table.css"} <= set(
        SHEETS
    )
    assert "style.css" in SHEETS
