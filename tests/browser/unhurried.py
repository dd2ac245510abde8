"""Journeys that do not depend on speed: what a test reads, it reads when the page is at rest.

A page is at rest when all that it asked is answered, and when nothing waits in it until the hand
rests. Until then, everything that a test reads waits: the page, and the session behind it. Only
`wait_for` and `wait_for_function` look at what is between.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from threading import current_thread, main_thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page

from steersman.session import Session
from steersman_benchmarks.browser import COUNT_TIMERS, WAIT_MS, wait_for_answer, wait_until

JOURNEYS = str(Path(__file__).parent)
LOCATOR_READING = (
    "all_inner_texts",
    "all_text_contents",
    "bounding_box",
    "count",
    "evaluate",
    "evaluate_all",
    "get_attribute",
    "inner_text",
    "input_value",
    "is_checked",
    "is_disabled",
    "is_enabled",
    "is_hidden",
    "is_visible",
    "text_content",
)
PAGE_READING = ("evaluate", "reload", "screenshot", "title")
SESSION_READING = ("histories", "history", "library", "log", "revision", "rooms", "state", "view")


class AwaitedAttribute:
    """An attribute of a class that waits first when a journey reads it, and for nobody else."""

    def __init__(self, owner: type, name: str, wait: Callable[[], None]) -> None:
        self.name, self.wait = name, wait
        # None for a value that each object has of its own.
        self.usual = inspect.getattr_static(owner, name, None)

    def __get__(self, it: object, owner: type) -> object:
        if it is None:
            return self
        reader = sys._getframe(1).f_code.co_filename
        if reader.startswith(JOURNEYS) and current_thread() is main_thread():
            self.wait()
        return it.__dict__[self.name] if self.usual is None else self.usual.__get__(it, owner)

    def __set__(self, it: object, value: object) -> None:
        it.__dict__[self.name] = value


def read_at_rest(read: Callable, page_of: Callable[[object], Page]) -> Callable:
    """A method that reads of a page, once that is at rest."""

    @wraps(read)
    def patiently(it, *given, **settings):
        wait_for_answer(page_of(it))
        return read(it, *given, **settings)

    return patiently


@contextmanager
def unhurried_reading(slow_page: float = 1.0) -> Iterator[None]:
    """Everything that a journey reads, it reads when the page is at rest.

    Whatever waits, waits so long that no machine is too slow. Pages are so many times slower than
    the machine would let them be.
    """
    browsers: list[Browser] = []
    new_context = Browser.new_context

    def watched_context(browser: Browser, **settings: object) -> BrowserContext:
        if browser not in browsers:
            browsers.append(browser)
        context = new_context(browser, **settings)
        context.set_default_timeout(WAIT_MS)
        context.add_init_script(COUNT_TIMERS)
        if slow_page > 1:
            context.on("page", slow_down)
        return context

    def slow_down(page: Page) -> None:
        developer_tools = page.context.new_cdp_session(page)
        developer_tools.send("Emulation.setCPUThrottlingRate", {"rate": slow_page})

    def wait_for_pages() -> None:
        for browser in browsers:
            for page in (page for context in browser.contexts for page in context.pages):
                if not page.is_closed():
                    wait_for_answer(page)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Browser, "new_context", watched_context)
        for name in LOCATOR_READING:
            reading = read_at_rest(getattr(Locator, name), lambda locator: locator.page)
            patch.setattr(Locator, name, reading)
        for name in PAGE_READING:
            patch.setattr(Page, name, read_at_rest(getattr(Page, name), lambda page: page))
        patch.setattr(Page, "wait_for_function", wait_until)
        for name in SESSION_READING:
            attribute = AwaitedAttribute(Session, name, wait_for_pages)
            patch.setattr(Session, name, attribute, raising=False)
        yield
