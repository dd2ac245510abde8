"""A browser for all journeys, and a workbench for each.

A journey must not depend on how fast the machine is: whatever it reads, it reads when the page is
at rest (`unhurried.py`). Two settings show whether it does. With `STEERSMAN_SLOWLY=0.9` everything
asked waits up to so many seconds before it is done, and again before it is answered. With
`STEERSMAN_SLOW_PAGE=6` the page has a sixth of the processor.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import numpy as np
import pytest
from tests.browser.unhurried import unhurried_reading

from steersman.data import load
from steersman.session import Session
from steersman.tasks import Task
from steersman_benchmarks.browser import WAIT_MS, running_chromium, running_workbench

PICTURES = Path(__file__).parents[2] / "test-output"
AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
MENU = [
    {"name": "docstrings", "title": "docstrings", "summary": "Texts of the packages we use"},
    {"name": "wine", "title": "wine", "summary": "A table of numbers"},
]

SLOWLY_S = float(os.environ.get("STEERSMAN_SLOWLY", "0"))
SLOW_PAGE = float(os.environ.get("STEERSMAN_SLOW_PAGE", "1"))


@pytest.fixture(scope="session", autouse=True)
def read_at_rest() -> Iterator[None]:
    with unhurried_reading(SLOW_PAGE):
        yield


@pytest.fixture(scope="session", autouse=True)
def slow_session() -> Iterator[None]:
    """Everything takes its time, if that was asked for."""
    if not SLOWLY_S:
        yield
        return
    perform, chance = Session.perform, np.random.default_rng()

    def slowly(self: Session, *given: object) -> object:
        time.sleep(chance.uniform(0, SLOWLY_S))
        view = perform(self, *given)
        time.sleep(chance.uniform(0, SLOWLY_S))
        return view

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Session, "perform", slowly)
        yield


@pytest.fixture(scope="session")
def browser():
    with running_chromium() as chromium:
        yield chromium


@pytest.fixture
def workbench(browser) -> Iterator[tuple[Session, str]]:
    """A session on the built-in corpus and the address of its page."""
    session = Session(load("docstrings"), MENU)
    with running_workbench(session) as url:
        yield session, url
        # Before the server ends, also where a test named its fixtures in another order: a page
        # whose server is gone complains.
        for context in browser.contexts:
            context.close()


@pytest.fixture
def visit(browser) -> Iterator[Callable[..., object]]:
    """Opens the page on a session or at an address, in a window of its own and in a room.

    Anything that a page says on its console as an error fails the journey.
    """
    complaints: list[str] = []
    with ExitStack() as stack:

        def open_page(
            at: Session | str,
            *,
            room: str | None = "plane",
            width: int = 1280,
            height: int = 720,
            **settings,
        ):
            url = at if isinstance(at, str) else stack.enter_context(running_workbench(at))
            size = {"width": width, "height": height}
            context = stack.enter_context(browser.new_context(viewport=size, **settings))
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on(
                "console",
                lambda said: complaints.append(said.text) if said.type == "error" else None,
            )
            page.goto(f"{url}#room={room}" if room else url)
            return page

        yield open_page
    assert complaints == []


@pytest.fixture
def page(workbench, visit):
    """The page, open."""
    _, url = workbench
    page = visit(url, height=800)
    page.get_by_test_id("training-f1").wait_for()
    yield page
    PICTURES.mkdir(exist_ok=True)
    page.screenshot(path=PICTURES / "last-journey.png")


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AbstractContextManager[None]]:
    """Has work that shows what it has so far go on in a block until a person ends it.

    The machine may be as fast as it likes: there is always something left to be stopped.
    """

    @contextmanager
    def hold(about: str, shown: int = 1) -> Iterator[None]:
        """Hold what shows news `about` something once it has `shown` so many."""
        show, seen = Task.show, 0

        def show_and_wait(task: Task, what: str, values: Mapping[str, object]) -> None:
            nonlocal seen
            show(task, what, values)
            seen += what == about
            deadline = time.monotonic() + WAIT_MS / 1000
            while what == about and seen >= shown and not (task.hurried() or task.cancelled()):
                assert time.monotonic() < deadline, "nobody ended the work"
                time.sleep(0.02)

        with monkeypatch.context() as patch:
            patch.setattr(Task, "show", show_and_wait)
            yield

    return hold


@pytest.fixture
def serious_faults() -> Callable[..., list[str]]:
    """What axe-core holds against a page, or a part of it, as serious or critical.

    In the dark only the colors differ: of the page `also_dark`, axe looks at those once more.
    """

    def faults(page, part: str = "html", *, also_dark: bool = False) -> list[str]:
        if not AXE.exists():
            pytest.skip("axe-core is not installed: npm ci in frontend")
        # evaluated, not added as a script: the page's policy lets no script in
        if page.evaluate("typeof axe") == "undefined":
            page.evaluate(AXE.read_text())
        found = violations(page, part, {})
        if also_dark:
            page.emulate_media(color_scheme="dark")
            found += violations(page, part, {"runOnly": ["color-contrast"]})
            page.emulate_media(color_scheme="light")
        return sorted(
            f"{each['id']}: {node['target'][0]} {node['any'][0]['message'] if node['any'] else ''}"
            for each in found
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        )

    def violations(page, part: str, options: dict[str, object]) -> list:
        # Colors on their way to others are neither the old nor the new ones.
        page.wait_for_function(
            "() => document.getAnimations().every(({ playState, effect }) =>"
            " playState !== 'running' || effect.getTiming().iterations === Infinity)"
        )
        run = "async ([part, options]) => (await axe.run(part, options)).violations"
        return page.evaluate(run, [part, options])

    return faults
