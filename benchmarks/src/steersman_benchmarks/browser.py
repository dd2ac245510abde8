"""A real browser on a real workbench, for benchmarks and journeys."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from subprocess import PIPE
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING

import uvicorn

from steersman.errors import SteersmanError
from steersman.server.app import application
from steersman.server.guard import new_token
from steersman.server.precompile_process import precompile
from steersman.server.serve import listening_socket, server_settings
from steersman.session import Session

if TYPE_CHECKING:
    from playwright.sync_api import Browser, JSHandle, Page

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    # Without a graphics card the page itself would be composed by an emulated one.
    "--disable-gpu-compositing",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

# The section of the rail of each room that shares it with others.
SECTION_OF = {
    "matrix": "steer",
    "scores": "steer",
    "slices": "steer",
    "use": "steer",
    "plane": "explore",
    "clusters": "explore",
    "lab": "learn",
    "lessons": "learn",
    "bayes": "learn",
    "challenge": "learn",
}
# Only what never comes takes so long, however busy the machine is.
WAIT_MS = 120_000
POLL_MS = 20
# Counts the timers with which a page waits until the hand rests, before it asks or shows something.
COUNT_TIMERS = """{
    const [LONGEST_MS, set, clear] = [350, window.setTimeout, window.clearTimeout];
    const pending = new Set();
    window.pendingTimers = pending;
    window.setTimeout = (then, ms = 0, ...given) => {
        const timer = set(() => {
            pending.delete(timer);
            then(...given);
        }, ms);
        if (ms <= LONGEST_MS) pending.add(timer);
        return timer;
    };
    window.clearTimeout = (timer) => {
        pending.delete(timer);
        clear(timer);
    };
}"""
# In two frames, what was done has been sent to the server, and what was answered is drawn. A page
# that nobody looks at draws no frames.
AT_REST = """async () => {
    const isAtRest = () => {
        const store = window.steersman?.workbench?.store;
        const answered = !store || (store.status.value !== "connecting" && !store.unanswered.value);
        return answered && !window.pendingTimers?.size;
    };
    const frame = () => new Promise((go) => {
        requestAnimationFrame(go);
        setTimeout(go, 400);
    });
    let resting = isAtRest();
    for (let frames = 0; frames < 2; frames++) {
        await frame();
        resting &&= isAtRest();
    }
    return resting;
}"""


@contextmanager
def running_workbench(session: Session) -> Iterator[str]:
    """The address, with its token, of a workbench that runs until the block ends."""
    token = new_token()
    # Bound before the server starts, so that the address is known at once.
    bound = listening_socket(0, lambda _said: None)
    server = uvicorn.Server(server_settings(application(session, token)))
    thread = Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{bound.getsockname()[1]}/?token={token}"
    finally:
        server.should_exit = True
        thread.join(timeout=10)
        bound.close()


@contextmanager
def started_workbench(*arguments: str) -> Iterator[str]:
    """The address of a workbench in a process of its own, as a person would start it.

    Its project is a new one and is thrown away. All is compiled, as from the second start on.
    """
    # Compilation happens once per machine and would drown what is measured.
    precompile()
    command = [sys.executable, "-m", "steersman", *arguments, "--no-open", "--port", "0"]
    with (
        TemporaryDirectory() as folder,
        subprocess.Popen(
            command, stdout=PIPE, text=True, env={**os.environ, "STEERSMAN_PROJECTS": folder}
        ) as process,
    ):
        try:
            said = next((line for line in process.stdout or () if "http" in line), None)
            if said is None:
                raise SteersmanError("the workbench did not start", todo="start it by hand to see")
            yield said.split()[-1]
        finally:
            process.terminate()
            process.wait()


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return int(bound.getsockname()[1])


@contextmanager
def running_chromium() -> Iterator[Browser]:
    """The system's own Chromium without a window."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise SteersmanError(
            "this needs a browser driver",
            todo="pip install 'steersman[dev]'",
            code="not-installed",
            package="playwright",
        ) from None
    program = next((path for name in NAMES if (path := shutil.which(name))), None)
    if program is None:
        raise SteersmanError(
            "no Chromium was found",
            todo="install it with the system's package manager",
            code="browser-missing",
        )
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def open_room(page: Page, name: str) -> None:
    """Go to a room by the rail, as a person would: its section first, if it has several rooms."""
    rooms = page.get_by_test_id(f"room-{name}")
    if not rooms.count() and name in SECTION_OF:
        page.get_by_test_id(f"section-{SECTION_OF[name]}").click()
    rooms.click()


def wait_for_answer(page: Page) -> None:
    """Wait until the page has the answer to all that it asked, and shows it."""
    wait_until(page, AT_REST)


def wait_until(
    page: Page, expression: str, *, arg: object = None, timeout: float = WAIT_MS
) -> JSHandle:
    """Wait until an expression, or a function of `arg`, is true in the page; return its value.

    Playwright's own `wait_for_function` makes code inside the page, which its policy forbids.
    """
    from playwright.sync_api import Error, TimeoutError

    end = monotonic() + timeout / 1000
    while monotonic() < end:
        try:
            value = page.main_frame.evaluate_handle(expression, arg)
            if page.main_frame.evaluate("value => Boolean(value)", value):
                return value
        except Error as error:
            # A page that is being reloaded has nothing to look at yet.
            if "context was destroyed" not in error.message and "navigat" not in error.message:
                raise
        page.wait_for_timeout(POLL_MS)
    raise TimeoutError(f"not true within {timeout / 1000:.0f} s: {expression}")
