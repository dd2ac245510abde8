"""A browser for all journeys, and a workbench for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from steersman.data import load
from steersman.session import Session
from steersman.studies.browser import running_chromium, running_workbench

PICTURES = Path(__file__).parents[2] / "test-output"
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
def page(browser, workbench):
    """The page, open; anything it says on its console as an error fails the journey."""
    _, url = workbench
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.set_default_timeout(40_000)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    page.goto(url)
    page.get_by_test_id("training-f1").wait_for()
    yield page
    PICTURES.mkdir(exist_ok=True)
    page.screenshot(path=PICTURES / "last-journey.png")
    context.close()
    assert complaints == []
