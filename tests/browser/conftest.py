"""A browser for all journeys, and a workbench for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from steersman.data import load
from steersman.session import Session
from steersman.studies.browser import running_chromium, running_workbench

PICTURES = Path(__file__).parents[2] / "test-output"
AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
MENU = [
    {"name": "docstrings", "title": "docstrings", "summary": "Texts of the packages we use"},
    {"name": "wine", "title": "wine", "summary": "A table of numbers"},
]


@pytest.fixture(scope="session")
def browser():
    with running_chromium() as chromium:
        yield chromium


@pytest.fixture
def workbench() -> Iterator[tuple[Session, str]]:
    """A session on the built-in corpus and the address of its page."""
    session = Session(load("docstrings"), MENU)
    with running_workbench(session) as url:
        yield session, url


@pytest.fixture
def visit(browser) -> Iterator[Callable[..., object]]:
    """Opens the page on a session or at an address, in a window of its own.

    Anything that a page says on its console as an error fails the journey.
    """
    complaints: list[str] = []
    with ExitStack() as stack:

        def open_page(at: Session | str, *, width: int = 1280, height: int = 720, **settings):
            url = at if isinstance(at, str) else stack.enter_context(running_workbench(at))
            size = {"width": width, "height": height}
            context = stack.enter_context(browser.new_context(viewport=size, **settings))
            page = context.new_page()
            page.set_default_timeout(40_000)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on(
                "console",
                lambda said: complaints.append(said.text) if said.type == "error" else None,
            )
            page.goto(url)
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
def serious_faults() -> Callable[..., list[str]]:
    """What axe-core holds against a page, or a part of it, as serious or critical."""

    def faults(page, part: str = "html") -> list[str]:
        if not AXE.exists():
            pytest.skip("axe-core is not installed: npm ci in frontend")
        # evaluated, not added as a script: the page's policy lets no script in
        if page.evaluate("typeof axe") == "undefined":
            page.evaluate(AXE.read_text())
        found = page.evaluate("async part => (await axe.run(part)).violations", part)
        return sorted(
            f"{each['id']}: {node['target'][0]} {node['any'][0]['message'] if node['any'] else ''}"
            for each in found
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        )

    return faults
