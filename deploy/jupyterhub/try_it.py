"""Starts the hub on this machine, lets two pupils in, and looks whether each has a course of
their own. Needs Chromium and Playwright here, and JupyterHub, its proxy and skylib in some
environment:

    python deploy/jupyterhub/try_it.py --bin ENVIRONMENT/bin [--proxy COMMAND] [--pictures FOLDER]

Prints what it found, and ends with 1 if something is not as it should be.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

PASSWORD = "only-for-this-trial"
LESSON = "eye-in-the-sky/5-play"


def free_ports(count: int) -> list[int]:
    """Ports of this machine that nobody uses."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


@contextmanager
def hub(bin: Path, folder: Path, proxy: str | None) -> Iterator[str]:
    """The hub's address, while it runs."""
    port, inner, own = free_ports(3)
    hidden = ("JUPYTER", "PYTHON", "XDG_", "VIRTUAL_ENV")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(hidden)}
    url = f"http://127.0.0.1:{port}"
    environment |= {
        "PATH": f"{bin}{os.pathsep}{os.environ['PATH']}",
        "SKYLIB_CLASS_PASSWORD": PASSWORD,
        "SKYLIB_CLASS_FOLDER": str(folder),
        "SKYLIB_CLASS_ADDRESS": url,
        "SKYLIB_CLASS_PROXY": proxy or "",
    }
    line = [str(bin / "jupyterhub"), "-f", str(HERE / "jupyterhub_config.py")]
    line += [f"--ConfigurableHTTPProxy.api_url=http://127.0.0.1:{inner}"]
    line += [f"--JupyterHub.hub_port={own}", "--JupyterHub.cleanup_servers=True"]
    with (folder / "hub.log").open("wb") as log:
        process = subprocess.Popen(
            line, cwd=folder, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
        )
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{url}/hub/api/", timeout=5).close()
                break
            except OSError:
                if process.poll() is not None:
                    raise SystemExit((folder / "hub.log").read_text("utf-8")) from None
                time.sleep(0.2)
        else:
            raise SystemExit("the hub did not start")
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def log_in(page: Any, url: str, name: str, password: str = PASSWORD) -> None:
    """Fill in the hub's form."""
    page.goto(f"{url}/hub/login?next=/user/{name}/lab/tree/notebooks/{LESSON}.ipynb")
    page.locator("input[name=username]").fill(name)
    page.locator("input[name=password]").fill(password)
    page.locator("input[type=submit], button[type=submit]").first.click()


def fly(page: Any, key: str) -> str:
    """Run the lesson that is open, fly one move, save; what the map then says."""
    try:
        page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for(timeout=90_000)
    except Exception:
        print(page.url, page.locator("body").inner_text()[:2000])
        raise
    page.get_by_text("| Idle").first.wait_for(timeout=120_000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    page.wait_for_function(
        """() => [...document.querySelectorAll('.skylib-map')]
          .filter((node) => node.parentElement.skylibMap?.plot).length >= 3""",
        timeout=120_000,
    )
    deck = page.locator(".skylib-deck:has(.skylib-prompt):has(input)").first
    deck.locator("[role=application]").focus()
    page.keyboard.press(key)
    said = deck.locator("[role=status]").first
    said.filter(has_text=f"Planned, fly {key}").wait_for(timeout=30_000)
    page.keyboard.press("Enter")
    said.filter(has_text="Allowed").wait_for(timeout=30_000)
    page.keyboard.press("Control+s")
    page.wait_for_timeout(3000)
    return str(said.inner_text())


def check(what: str, true: bool) -> bool:
    print(("ok   " if true else "FAIL ") + what, flush=True)
    return true


def trial(bin: Path, proxy: str | None, pictures: Path | None) -> bool:
    """The whole trial; True if all is as it should be."""
    from lab import launch
    from playwright.sync_api import sync_playwright

    good = True
    with tempfile.TemporaryDirectory(prefix="skylib-hub-") as name:
        folder = Path(name)
        with hub(bin, folder, proxy) as url, sync_playwright() as playwright:
            browser = launch(playwright)
            try:
                good = visit(browser, url, folder, pictures)
            except Exception:
                print((folder / "hub.log").read_text("utf-8")[-6000:])
                raise
            finally:
                browser.close()
    return good


def visit(browser: Any, url: str, folder: Path, pictures: Path | None) -> bool:
    """Two pupils and one who guesses; True if all is as it should be."""
    good = True
    pages = {who: browser.new_context().new_page() for who in ("anna", "ben")}
    stranger = browser.new_context().new_page()
    log_in(stranger, url, "anna", "guessed")
    stranger.get_by_text("Invalid username or password").wait_for(timeout=30_000)
    good &= check("a wrong password is refused", True)
    said = {}
    for (who, page), key in zip(pages.items(), "34", strict=True):
        log_in(page, url, who)
        said[who] = fly(page, key)
        if pictures is not None:
            page.screenshot(path=str(pictures / f"hub-{who}.png"))
    good &= check(f"both flew: {said}", said["anna"] != said["ben"])
    for who, page in pages.items():
        good &= check(
            f"no error in {who}'s notebook",
            page.locator("[data-mime-type*='error']").count() == 0,
        )
    for who, other in (("anna", "ben"), ("ben", "anna")):
        answer = pages[who].request.get(f"{url}/user/{other}/api/contents/notebooks")
        good &= check(f"{who} may not read {other}'s files", answer.status == 403)
    homes = {who: folder / "homes" / who for who in pages}
    texts = {}
    for who, home in homes.items():
        book = json.loads((home / "notebooks" / f"{LESSON}.ipynb").read_text("utf-8"))
        texts[who] = [c["execution_count"] for c in book["cells"] if c["cell_type"] == "code"]
    good &= check(f"each saved a lesson of their own: {texts}", all(map(any, texts.values())))
    data = "from pathlib import Path; print(Path.home())"
    seen = {who: home_of(pages[who], url, who, data) for who in pages}
    good &= check(
        f"each kernel has a home of its own: {seen}",
        all(Path(seen[who]) == homes[who] for who in pages),
    )
    return good


def home_of(page: Any, url: str, who: str, code: str) -> str:
    """What a line of code prints in a new notebook console of the pupil: the kernel's home."""
    kernels = page.request.get(f"{url}/user/{who}/api/kernels").json()
    return str(
        page.evaluate(
            """async ([address, code]) => {
              const socket = new WebSocket(address);
              await new Promise((done, fail) => { socket.onopen = done; socket.onerror = fail; });
              const header = { msg_id: 'home', msg_type: 'execute_request', username: '',
                session: 'trial', date: new Date().toISOString(), version: '5.3' };
              const content = { code, silent: false, store_history: false,
                user_expressions: {}, allow_stdin: false, stop_on_error: true };
              const text = new Promise((done) => {
                socket.onmessage = (event) => {
                  const message = JSON.parse(event.data);
                  if (message.parent_header.msg_id === 'home' && message.msg_type === 'stream')
                    done(message.content.text.trim());
                };
              });
              socket.send(JSON.stringify({ channel: 'shell', header, parent_header: {},
                metadata: {}, content, buffers: [] }));
              const answer = await text;
              socket.close();
              return answer;
            }""",
            [
                f"{url.replace('http', 'ws')}/user/{who}/api/kernels/{kernels[0]['id']}/channels",
                code,
            ],
        )
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--bin", type=Path, required=True, help="where jupyterhub lies")
    parser.add_argument("--proxy", help="the proxy's command, if it is not there as well")
    parser.add_argument("--pictures", type=Path, help="keep pictures of both screens there")
    args = parser.parse_args()
    return 0 if trial(args.bin.resolve(), args.proxy, args.pictures) else 1


if __name__ == "__main__":
    sys.exit(main())
