"""Errors that are meant for people read like sentences, in a notebook too."""

import subprocess
import sys

from skylib.core.errors import DataError, SkylibError


def test_a_notebook_shows_the_sentence_alone():
    assert SkylibError("there is no level")._render_traceback_() == [
        "SkylibError: there is no level"
    ]
    assert DataError("is missing", file="a.toml", field="x")._render_traceback_() == [
        "DataError: a.toml, x: is missing"
    ]


def test_ipython_takes_it_up():
    code = "import skylib; skylib.new_game('chess')"
    line = [sys.executable, "-m", "IPython", "--colors=NoColor", "-c", code]
    done = subprocess.run(line, capture_output=True, text=True)
    shown = done.stdout + done.stderr
    assert "SkylibError: " in shown and "Traceback" not in shown
