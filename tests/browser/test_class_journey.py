"""A class: a student joins with the code, works alone, and follows the teacher's screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread
from time import monotonic

import pytest
import uvicorn
from playwright.sync_api import Page

from steersman.cli.network import NetworkOptions, hosting_of
from steersman.data import load
from steersman.server.app import people_application
from steersman.server.people import People
from steersman.server.serve import listening_socket, server_settings
from steersman.session.storage.files import free_path
from steersman.session.storage.project import Origin, project_session
from steersman_benchmarks.browser import WAIT_MS, open_room, wait_for_answer

pytestmark = pytest.mark.browser


@pytest.fixture
def classroom(tmp_path: Path) -> Iterator[tuple[str, People]]:
    session = project_session(free_path("class"), Origin(load("wine"), "wine"))
    hosting = hosting_of(NetworkOptions(people=1, code="ABC234"), session, [], str(tmp_path))
    people = People(session, "secret", hosting.guests)
    bound = listening_socket(0, lambda _said: None)
    link = f"http://127.0.0.1:{bound.getsockname()[1]}"
    app = people_application(people, hosting.door, link)
    server = uvicorn.Server(server_settings(app, hosting.door))
    thread = Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    try:
        yield link, people
    finally:
        server.should_exit = True
        thread.join(timeout=10)
        bound.close()
        session.log.store.close()


@pytest.fixture
def visit(browser) -> Iterator[Callable[[str], Page]]:
    """Opens a page in a window of its own; refusals, which the console notes, are part of it."""
    with ExitStack() as stack:

        def open_page(url: str) -> Page:
            size = {"width": 1280, "height": 720}
            page = stack.enter_context(browser.new_context(viewport=size)).new_page()
            page.goto(url)
            return page

        yield open_page


def test_a_student_joins_works_alone_follows_and_is_sent_home(classroom, visit) -> None:
    link, people = classroom
    teacher = visit(f"{link}/?token=secret")
    open_room(teacher, "plane")
    student = visit(f"{link}/join?code=abc234")
    student.locator("[name=name]").fill("Ann")
    student.locator("button[type=submit]").click()
    student.locator("[data-ready=true]").wait_for()
    open_room(student, "lab")

    # One more than there are places is told so.
    late = visit(f"{link}/join?code=abc234")
    with late.expect_response(lambda answer: answer.url.endswith("/join")) as refused:
        late.locator("button[type=submit]").click()
    assert refused.value.status == 503
    late.locator("[data-code=no-place]").wait_for()

    # The wall shows the code and who is in.
    wall = visit(f"{link}/class?token=secret")
    wall.get_by_test_id("student").wait_for()
    assert wall.get_by_test_id("join-code").inner_text() == "ABC234"
    wall.get_by_test_id("share-screen").click()

    # The student sees the teacher's room, and still has their own.
    student.get_by_test_id("follow-teacher").click()
    followed = student.frame_locator("iframe")
    followed.get_by_test_id("plot-training").wait_for()
    open_room(teacher, "bayes")
    followed.locator("[data-testid=room-bayes][aria-current=page]").wait_for()
    student.get_by_test_id("own-work").click()
    assert student.get_by_test_id("room-lab").get_attribute("aria-current") == "page"
    wait_for_answer(teacher)

    # The end of the class is told to everybody.
    wall.get_by_test_id("end-class").click()
    wall.get_by_test_id("end-class-yes").click()
    student.locator("[data-code=door-closed]").wait_for()
    # Students are told before their projects are closed.
    ends = monotonic() + WAIT_MS / 1000
    while people.present and monotonic() < ends:
        student.wait_for_timeout(50)
    assert people.present == []
