"""The course as Voila serves it: our page of contents, our template, a bound on pages."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any, ClassVar

from jupyter_core.utils import ensure_async
from jupyter_server.utils import url_path_join
from tornado import web
from tornado.ioloop import PeriodicCallback
from voila.app import Voila
from voila.handler import BaseVoilaHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.contentshandler import VoilaContentsHandler

from .contents import RUN_ALL, Lesson, chapters, lessons_in

__all__ = ["ServedCourse"]

UNMET = 180.0
"""Seconds that a kernel waits for its page. Who closes a page before it is there says no
farewell; without this the place would be taken until the kernel has been idle for long."""

_TITLE = re.compile(r"^# +(.+?)\s*$", re.MULTILINE)


class Contents(BaseVoilaHandler):
    """The page of contents, or the one lesson that is to be opened."""

    def initialize(self, folder: Path, lesson: Lesson | None, **more: Any) -> None:
        super().initialize(**more)
        self.folder, self.lesson = folder, lesson

    @web.authenticated
    async def get(self) -> None:
        if self.lesson is not None and "contents" not in self.request.arguments:
            self.redirect(lesson_url(self.base_url, self.lesson))
            return
        found = chapters(lessons_in(self.folder))
        self.write(self.render_template("contents.html", chapters=found, url=self.url))

    def url(self, lesson: Lesson) -> str:
        """Where a lesson's page is."""
        return lesson_url(self.base_url, lesson)


class Leave(VoilaShutdownKernelHandler):  # type: ignore[misc]
    """A page that is closed ends its kernel.

    The browser's farewell carries no token against forgery, which Voila would ask for, so
    that kernels would stay. That it comes from our own page, and knows the kernel's random
    name, is enough.
    """

    def check_xsrf_cookie(self) -> None:
        if not self.check_origin():
            raise web.HTTPError(403)


def lesson_url(base: str, lesson: Lesson) -> str:
    """The address of a lesson's page on its server."""
    return str(url_path_join(base, "voila", "render", f"{lesson.name}.ipynb"))


class ServedCourse(Voila):  # type: ignore[misc]
    """Voila for the folder, lesson and number of pages in ``about``."""

    about: ClassVar[tuple[Path, Lesson | None, int | None]]

    def initialize(self, argv: list[str] | None = None) -> None:
        super().initialize(argv)
        self.voila_configuration.prelaunch_hook = self.before_launch

    def init_handlers(self) -> list[Any]:
        """Ours first; the listing of files that Voila offers is not needed and not there."""
        folder, lesson, _ = self.about
        more = {
            "folder": folder,
            "lesson": lesson,
            "voila_configuration": self.voila_configuration,
        }
        handlers = [
            (path, Leave if handler is VoilaShutdownKernelHandler else handler, *rest)
            for path, handler, *rest in super().init_handlers()
            if handler is not VoilaContentsHandler
        ]
        root = self.server_url
        pages = [root, url_path_join(root, "/voila/tree.*"), url_path_join(root, "/voila/render/?")]
        return [*((page, Contents, more) for page in pages), *handlers]

    def listen(self) -> None:
        """Serve, and every now and then look for kernels without a page."""
        self.unmet: dict[str, float] = {}
        watch = PeriodicCallback(self.end_unmet, UNMET * 1000 / 6)
        watch.start()
        try:
            super().listen()
        finally:
            watch.stop()

    async def end_unmet(self) -> None:
        """End the kernels whose page never came."""
        now = time.monotonic()
        for id in self.kernel_manager.list_kernel_ids():
            if self.kernel_manager.kernel_model(id)["connections"]:
                self.unmet[id] = float("inf")  # it has come; from now on it counts as idle or not
            elif now - self.unmet.setdefault(id, now) > UNMET:
                self.log.info("The page of kernel %s never came.", id)
                await ensure_async(self.kernel_manager.shutdown_kernel(id))

    def before_launch(self, request: BaseVoilaHandler, notebook: Any, cwd: str) -> Any:
        """Refuse a page too many; else make the notebook a page without directions to run it."""
        _, _, most = self.about
        if most is not None and len(self.kernel_manager.list_kernel_ids()) >= most:
            request.set_header("Retry-After", "60")
            raise web.HTTPError(503, reason=f"All {most} places are taken")
        return page_of(notebook)


def page_of(notebook: Any) -> Any:
    """The notebook with its title, and without the line on how to run the cells."""
    for cell in notebook.cells:
        if cell.cell_type != "markdown":
            continue
        if "title" not in notebook.metadata and (found := _TITLE.search(cell.source)):
            notebook.metadata["title"] = found[1]
        cell.source = "\n\n".join(
            part for part in cell.source.split("\n\n") if not part.startswith(RUN_ALL)
        )
    return notebook
