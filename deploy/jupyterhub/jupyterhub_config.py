"""JupyterHub for one room: every pupil a server, a home folder and a copy of the course.

    pip install jupyterhub '.[lab]'            # beside each other
    npm install -g configurable-http-proxy     # the hub's proxy
    SKYLIB_CLASS_PASSWORD=… jupyterhub -f deploy/jupyterhub/jupyterhub_config.py

Anybody who knows the class's password gets in under a name of their own choice, and all servers
run as the account that starts the hub: right for a class in one room or for a trial, wrong for
strangers. For those take The Littlest JupyterHub, which gives each an account of the machine.

Settings come from the environment:

* SKYLIB_CLASS_PASSWORD: the password; without one the hub does not start.
* SKYLIB_CLASS_FOLDER: where homes are and the hub keeps its records; ``skylib-class`` if unset.
* SKYLIB_CLASS_ADDRESS: what to listen on; ``http://127.0.0.1:8000`` if unset, which only this
  machine reaches; ``http://:8000`` lets the room in.
* SKYLIB_CLASS_PUPILS: how many servers at most; 30 if unset.
* SKYLIB_CLASS_PROXY: the proxy's command, if it is not on the path.
"""

import os
import sys
from pathlib import Path

import skylib.command.lab
from skylib.course import START, copy_course, find_course

c = get_config()  # noqa: F821  (JupyterHub brings it)

password = os.environ.get("SKYLIB_CLASS_PASSWORD", "")
if not password:
    sys.exit("SKYLIB_CLASS_PASSWORD is not set: it is what the class logs in with")
folder = Path(os.environ.get("SKYLIB_CLASS_FOLDER") or "skylib-class").absolute()
(folder / "homes").mkdir(parents=True, exist_ok=True)

# ---- the hub and its proxy ---------------------------------------------------------------

c.JupyterHub.bind_url = os.environ.get("SKYLIB_CLASS_ADDRESS") or "http://127.0.0.1:8000"
c.JupyterHub.db_url = f"sqlite:///{folder / 'hub.sqlite'}"
c.JupyterHub.cookie_secret_file = str(folder / "cookie-secret")
c.JupyterHub.active_server_limit = int(os.environ.get("SKYLIB_CLASS_PUPILS") or 30)
c.JupyterHub.implicit_spawn_seconds = 1  # a link to a lesson starts the server that it needs
c.JupyterHub.concurrent_spawn_limit = 5  # thirty at once would all be late
c.ConfigurableHTTPProxy.pid_file = str(folder / "proxy.pid")
if os.environ.get("SKYLIB_CLASS_PROXY"):
    c.ConfigurableHTTPProxy.command = os.environ["SKYLIB_CLASS_PROXY"].split()

# ---- who may come in ---------------------------------------------------------------------

c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = password
c.Authenticator.allow_all = True
c.Authenticator.username_pattern = r"[a-z0-9][a-z0-9_-]{0,30}"  # it becomes a folder's name

# ---- a pupil's server --------------------------------------------------------------------

c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = str(folder / "homes" / "{username}")
c.Spawner.default_url = f"/lab/tree/notebooks/{START}"
c.Spawner.start_timeout = 120  # the last of thirty
c.Spawner.http_timeout = 120
c.Spawner.environment = {
    # As `skylib lab` sets it: maps stay alive while scrolling, no news, the kernel beside skylib.
    "JUPYTER_CONFIG_PATH": str(skylib.command.lab.SETTINGS),
    "JUPYTER_PREFER_ENV_PATH": "1",
}
# A kernel that nobody has touched for an hour ends, and a server that has none an hour later.
c.Spawner.args = [
    "--MappingKernelManager.cull_idle_timeout=3600",
    "--MappingKernelManager.cull_connected=True",
    "--ServerApp.shutdown_no_activity_timeout=7200",
]
if hasattr(os, "geteuid") and os.geteuid() == 0:
    c.Spawner.args.append("--allow-root")  # a container


def before_spawn(spawner):
    """Lay the course into the pupil's home; what the pupil has changed is never overwritten."""
    home = folder / "homes" / spawner.user.name
    home.mkdir(exist_ok=True)
    copy_course(find_course(home).notebooks, home / "notebooks")


c.Spawner.pre_spawn_hook = before_spawn
