"""Every widget of ours for the browser begins as js/begin.js says."""

from __future__ import annotations

import re
from pathlib import Path

import skylib
from skylib.maps import begin

HOME = Path(skylib.__file__).parent
PLAIN = '_esm = "export default { render() {} };"'  # gets no message after the first


def test_every_widget_goes_on_listening() -> None:
    found = 0
    for file in HOME.rglob("*.py"):
        for line in re.findall(r"^ +_esm = .*$", file.read_text("utf-8"), re.M):
            found += 1
            assert "script(" in line or PLAIN in line, f"{file}: {line.strip()}"
    assert found >= 6
    for file in HOME.rglob("*.js"):
        text = file.read_text("utf-8")
        exported = re.search(r"^export default \{([^}]*?)render", text, re.M | re.S)
        assert exported is None or "initialize," in exported.group(1), file.name


def test_the_module_begins_with_it() -> None:
    text = begin.script("export default { initialize };")
    assert text.index("function initialize") < text.index("export default")
