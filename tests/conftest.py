"""What all tests share: the repository's root, the order of long tests, the browser's duty."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples each time, and no clock: a busy machine fails no test.
settings.register_profile("skylib", derandomize=True, deadline=None)
settings.load_profile("skylib")

# No test, and no kernel or command that a test starts, writes into the user's own logbook.
os.environ["SKYLIB_LOGBOOK"] = "off"

ROOT = Path(__file__).resolve().parent.parent
LONG = ("browser", "install")  # marks of tests that take seconds to minutes


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.hookimpl(trylast=True)  # other folders add marks first
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests begin first, so that no process is left with one at the end."""
    items.sort(key=lambda item: not any(item.get_closest_marker(mark) for mark in LONG))


class BrowserDuty:
    """Where the browser is required, a run in which a browser test was skipped, or in which
    there was none, has failed. A skip for want of a browser would otherwise look green."""

    def __init__(self) -> None:
        self.ran = 0
        self.skipped: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if "browser" in report.keywords:
            if report.skipped:
                self.skipped.append(report.nodeid)
            elif report.when == "call":
                self.ran += 1

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if (self.skipped or not self.ran) and session.exitstatus in (0, 5):
            session.exitstatus = 1

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for nodeid in self.skipped:
            terminalreporter.write_line(f"ERROR browser test skipped: {nodeid}", red=True)
        if not self.ran:
            terminalreporter.write_line("ERROR no browser test was run", red=True)


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("SKYLIB_BROWSER") == "required" and not hasattr(config, "workerinput"):
        config.pluginmanager.register(BrowserDuty(), "browser-duty")
