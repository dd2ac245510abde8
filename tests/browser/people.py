"""A person at the workbench: counts what they do and how often the page refuses."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE

from playwright.sync_api import Download, Locator, Page

from steersman_benchmarks.browser import wait_for_answer

REFUSALS = "[data-testid=banner-error], [data-testid=want-fault], [data-testid=open-fault]"
DROP = """([name, text]) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], name));
    for (const kind of ["dragenter", "dragover", "drop"]) {
        const options = { dataTransfer: carried, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new DragEvent(kind, options));
    }
}"""


@contextmanager
def started_in(home: Path) -> Iterator[str]:
    """The address of a workbench that was started as `make run` starts it, in this home folder.

    Compiled code stays where it is on this machine, so that no run has to make it again.
    """
    apart = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("DATA", "CONFIG", "STATE")}
    environment = {**os.environ, **apart, "HOME": str(home)}
    environment.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    environment.pop("STEERSMAN_PROJECTS", None)
    command = [sys.executable, "-m", "steersman", "--no-open", "--port", "0"]
    with subprocess.Popen(command, stdout=PIPE, text=True, env=environment) as process:
        try:
            yield next(line for line in process.stdout or () if "http" in line).split()[-1]
        finally:
            process.terminate()
            process.wait()


class Person:
    """Somebody in front of a page, whose clicks, drops and entries are actions."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.done: list[str] = []
        self.refusals: list[str] = []

    def see(self, name: str) -> Locator:
        """A part of the page once it is there; looking is no action."""
        part = self.page.get_by_test_id(name).first
        part.wait_for()
        return part

    def act(self, what: str) -> None:
        """Count an action and look whether the page refused it."""
        wait_for_answer(self.page)
        self.done.append(what)
        for refusal in self.page.locator(REFUSALS).all():
            if refusal.is_visible() and (said := refusal.inner_text()) not in self.refusals:
                self.refusals.append(said)

    def drop(self, path: Path) -> None:
        self.page.evaluate(DROP, [path.name, path.read_text(encoding="utf-8")])
        self.act(f"drop {path.name}")

    def click(self, part: str | Locator, what: str = "") -> None:
        found = self.see(part) if isinstance(part, str) else part
        found.click()
        self.act(f"click {what or part}")

    def enter(self, part: str, value: str) -> None:
        field = self.see(part)
        field.fill(value)
        field.press("Enter")
        self.act(f"enter {value} in {part}")

    def choose(self, part: str, value: str) -> None:
        self.see(part).select_option(value)
        self.act(f"choose {value} in {part}")

    def press(self, keys: str) -> None:
        self.page.keyboard.press(keys)
        self.act(f"press {keys}")

    def download(self, part: str | Locator, what: str = "") -> Download:
        found = self.see(part) if isinstance(part, str) else part
        with self.page.expect_download() as waiting:
            found.click()
        self.act(f"download {what or part}")
        return waiting.value
