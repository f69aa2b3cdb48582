"""What checks of access need: axe, an ear for what is spoken, and where the focus is.

``Reader`` stands for somebody without mouse and sight: it presses keys, hears what live
regions say, and learns of the thing in focus what the browser tells a screen reader.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

__all__ = ["Reader", "faults", "pale"]

# JupyterLab's body has no height and hides what stands out: axe would take all of it for
# hidden, and not look at its colours.
_AXE = """async ([include, more]) => {
  document.body.style.height = '100vh';
  const options = { resultTypes: ['violations'], ...more };
  const found = await axe.run({ include: [[include]] }, options);
  return found.violations.flatMap((fault) => fault.nodes.map((node) => ({
    rule: fault.id, impact: node.impact ?? fault.impact, help: fault.help,
    html: node.html.slice(0, 300),
    why: [...node.any, ...node.all, ...node.none].map((check) => check.message).join('; '),
  })));
}"""


OURS = ".skylib-on-page, .skylib-ruling"


def faults(page: Any, include: str = OURS, colours: bool = False) -> list[str]:
    """What axe finds in our own elements, as lines; serious and critical faults only.

    Colours are looked at on demand, and then nothing else: axe sees only those in the window.
    """
    axe = pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate((Path(axe.__file__).parent / "axe.min.js").read_text("utf-8"))
    if not page.locator(include).count():
        raise AssertionError(f"nothing of ours on the page: {include}")
    only = {"type": "rule", "values": ["color-contrast"]}
    options = {"rules": {"color-contrast": {"enabled": False}}}
    found = page.evaluate(_AXE, [include, {"runOnly": only} if colours else options])
    return [
        f"{f['impact']} {f['rule']}: {f['help']}\n    {f['html']}\n    {f['why']}"
        for f in found
        if f["impact"] in ("serious", "critical")
    ]


def pale(page: Any) -> list[str]:
    """What has too little contrast, in the whole notebook, one window after the other."""
    pane = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-WindowedPanel-outer").first
    high, window = pane.evaluate("(node) => [node.scrollHeight, node.clientHeight]")
    found: dict[str, None] = {}
    for top in range(0, high, window - 60):
        pane.evaluate("(node, top) => { node.scrollTop = top; }", top)
        found |= dict.fromkeys(faults(page, colours=True))
    return list(found)


_LISTEN = """() => {
  if (window.skylibHeard) return;
  const heard = (window.skylibHeard = []);
  const LIVE = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
  const words = (node) => node.textContent.replace(/\\s+/g, ' ').trim();
  const ours = (node) => node?.closest('.skylib-on-page, .skylib-map');
  new MutationObserver((records) => {
    const changed = new Set();
    for (const { target, addedNodes } of records) {
      const node = target.nodeType === 1 ? target : target.parentElement;
      const region = node?.closest(LIVE);
      if (region && ours(region)) changed.add(region);
      for (const added of addedNodes) {  // an alert speaks when it comes, a status does not
        if (added.nodeType !== 1) continue;
        for (const alert of [added, ...added.querySelectorAll('[role=alert]')])
          if (alert.matches('[role=alert]') && ours(alert)) changed.add(alert);
      }
    }
    for (const region of changed)
      if (region.isConnected && words(region)) heard.push(words(region));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""

_FOCUS = """() => {
  const node = document.activeElement;
  if (!node || node === document.body) return null;
  const words = (one) => (one?.textContent ?? '').replace(/\\s+/g, ' ').trim();
  const ids = (name) => (node.getAttribute(name) ?? '').split(' ')
    .map((id) => words(document.getElementById(id))).join(' ').trim();
  const label = node.labels?.length ? words(node.labels[0]) : '';
  const typed = ['INPUT', 'TEXTAREA', 'SELECT'].includes(node.tagName);
  return {
    role: node.getAttribute('role') ?? node.tagName.toLowerCase(),
    name: node.getAttribute('aria-label') || ids('aria-labelledby') || label
      || (typed ? '' : words(node)) || node.title,
    about: ids('aria-describedby'),
    value: String(node.tagName === 'SELECT' ? words(node.selectedOptions[0]) : node.value ?? ''),
    pressed: node.getAttribute('aria-pressed'),
    ours: Boolean(node.closest('.skylib-on-page')),
    cell: [...document.querySelectorAll('.jp-Cell')].indexOf(node.closest('.jp-Cell')),
  };
}"""


class Reader:
    """Somebody who has a keyboard and a screen reader, in a page with a notebook."""

    def __init__(self, page: Any) -> None:
        self.page = page
        page.evaluate(_LISTEN)

    # ---- what is heard ----

    def heard(self) -> list[str]:
        """What was spoken since the last time, in order."""
        return self.page.evaluate("() => window.skylibHeard.splice(0)")  # type: ignore[no-any-return]

    def focus(self) -> dict[str, Any]:
        """What is said of the thing in focus. Raises `AssertionError` if the focus is lost."""
        found = self.page.evaluate(_FOCUS)
        if found is None:
            raise AssertionError("the focus is lost: it is on the page's body")
        return found  # type: ignore[no-any-return]

    # ---- what is pressed ----

    def press(self, key: str, expect: str = "", within: float = 10) -> str:
        """Press a key and wait for words that begin or hold what is expected.

        Returns all that was said. Raises `AssertionError` if it is not said, if anything is
        said twice, or if the focus gets lost.
        """
        self.heard()
        self.page.keyboard.press(key)
        return self.listen(key, expect, within)

    def listen(self, what: str, expect: str = "", within: float = 10) -> str:
        """Wait for words; checks what `press` checks."""
        words: list[str] = []
        waited = 0.0
        while expect and not any(expect in one for one in words) and waited < within:
            self.page.wait_for_timeout(50)
            waited += 0.05
            words += self.heard()
        self.page.wait_for_timeout(150 if expect else 80)  # and for what comes too much
        words += self.heard()
        if expect and not any(expect in one for one in words):
            raise AssertionError(f"{what}: {expect!r} is not said, but {words}")
        twice = {one for one in words if words.count(one) > 1}
        if twice:
            raise AssertionError(f"{what}: said more than once: {twice}")
        self.focus()
        return " ".join(words)

    def tab_to(self, name: str, role: str = "", most: int = 80, back: bool = False) -> None:
        """Press Tab until the thing with that name is in focus."""
        passed = []
        for _ in range(most):
            now = self.focus()
            if re.fullmatch(name, now["name"]) and role in ("", now["role"]):
                return
            passed.append(f"{now['role']} {now['name'][:30]}")
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"no {role} {name!r} among {passed}")

    def enter(self, cell: int, name: str = "", role: str = "") -> None:
        """Go to a cell of the notebook as with the arrow keys, and by Tab into its output, to
        the first thing there or to the one with that name."""
        self.page.evaluate(
            """(cell) => {
              const notebook = window.jupyterapp.shell.currentWidget.content;
              notebook.mode = 'command';
              notebook.activeCellIndex = cell;
              notebook.widgets[cell].node.focus();
            }""",
            cell,
        )
        for _ in range(12):
            self.page.keyboard.press("Tab")
            now = self.focus()
            if now["ours"] and now["cell"] == cell:
                break
        else:
            raise AssertionError(f"Tab does not lead into the output of cell {cell}")
        if name:
            self.tab_to(name, role)
