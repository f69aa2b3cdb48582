"""The README tells the truth: its example runs and prints what it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_programmers_example_prints_what_the_readme_says() -> None:
    text = README.read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.S)
    (printed,) = re.findall(r"prints\n\n```text\n(.*?)```", text, re.S)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert run.stdout == printed


def test_every_file_that_the_readme_names_is_there() -> None:
    text = README.read_text("utf-8")
    for name in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
        assert (README.parent / name).exists(), name
