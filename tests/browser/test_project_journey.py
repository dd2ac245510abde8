"""Journeys with a kept project: the server dies, and the page comes back as it was."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from steersman.data import load
from steersman.session.actions.plane import MoveKnob
from steersman.session.actions.project import WriteNote
from steersman.session.project import Origin, kept_session
from steersman.studies.browser import running_workbench

pytestmark = pytest.mark.browser


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextmanager
def running_server(project: Path, port: int) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The workbench in a process of its own, and its address."""
    command = ["serve", "wine", "--project", project, "--no-open", "--port", str(port)]
    server = subprocess.Popen(
        [sys.executable, "-u", "-m", "steersman", *command], stdout=subprocess.PIPE, text=True
    )
    try:
        said = next(line for line in server.stdout if "Steersman is at" in line)
        yield server, re.search(r"http\S+", said)[0]
    finally:
        server.kill()
        server.communicate()


def shown(page) -> dict[str, object]:
    """All that the page has of the session, but when it was kept."""
    return page.evaluate(
        """() => {
          const { store } = window.steersman.session;
          const { project, ...view } = store.view.value;
          const { kept_at, ...about } = project;
          const columns = Object.fromEntries(
            Object.entries(store.columns.value).map(([name, values]) => [name, [...values]]));
          return { state: store.state.value, view, about, columns };
        }"""
    )


def settled(page, test: str) -> None:
    page.wait_for_function(f"(() => {{ const s = window.steersman.session; return {test}; }})()")


def test_a_killed_server_comes_back_and_the_page_with_it(browser, tmp_path: Path) -> None:
    project, port = tmp_path / "wine.steer", free_port()
    context = browser.new_context(viewport={"width": 1280, "height": 720}, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(60_000)
    with running_server(project, port) as (server, url):
        page.goto(url)
        page.get_by_test_id("training-f1").wait_for()
        page.keyboard.press("b")
        settled(page, "s.store.view.value.history.steps.length === 2")
        page.get_by_test_id("room-matrix").click()
        page.get_by_test_id("matrix").wait_for()
        page.get_by_test_id("want").fill("errors <= 1")
        page.keyboard.press("Enter")
        page.locator("[data-testid=answer]").wait_for()
        page.get_by_test_id("project").click()
        page.get_by_test_id("project-name").fill("Wine of Monday")
        page.get_by_test_id("project-note").fill("Which of the three?")
        page.get_by_test_id("step-note").fill("one error is fine")
        page.keyboard.press("Control+Enter")
        settled(page, "Object.keys(s.store.view.value.project.notes).length === 1")
        page.keyboard.press("Escape")
        page.get_by_test_id("undo").click()
        settled(page, "s.store.view.value.history.now === 2")
        page.wait_for_timeout(200)
        before = shown(page)
        assert before["about"]["name"] == "Wine of Monday"
        os.kill(server.pid, signal.SIGKILL)
        page.get_by_test_id("banner-lost").wait_for()
    with running_server(project, port):
        page.get_by_test_id("banner-lost").wait_for(state="detached")
        settled(page, "s.store.status.value === 'open' && s.store.view.value !== null")
        page.wait_for_timeout(500)
        assert shown(page) == before
        page.get_by_test_id("redo").click()
        settled(page, "s.store.view.value.history.now === 3")
        assert page.get_by_test_id("project-kept").inner_text() == "kept just now"
        page.get_by_test_id("project").click()
        assert page.get_by_test_id("step-note").input_value() == "one error is fine"
        after = shown(page)
        with page.expect_download() as download:
            page.get_by_test_id("project-export").click()
        download.value.save_as(tmp_path / "out.steer")
        page.get_by_test_id("project-new").click()
        page.get_by_test_id("project-start").click()
        settled(page, "s.store.view.value.history.steps.length === 1")
        assert page.get_by_test_id("project").inner_text().startswith("wine")
        page.get_by_test_id("project").click()
        page.get_by_test_id("project-file").set_input_files(tmp_path / "out.steer")
        settled(page, "s.store.view.value.history.steps.length === 4")
        page.wait_for_timeout(300)
        again = shown(page)
        assert again["about"].pop("place") != after["about"].pop("place")
        assert again == after
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_projects_panel_has_no_serious_fault(
    browser, serious_faults, tmp_path: Path, theme: str
) -> None:
    session = kept_session(tmp_path / "wine.steer", Origin(load("wine"), "wine"))
    session.perform(MoveKnob("alpha", 0.3))
    session.perform(WriteNote("less smoothing", 1))
    session.project.notice = "Not everything came out as it was: step 1 (alpha 0.3): matrix."
    with running_workbench(session) as url:
        context = browser.new_context(color_scheme=theme)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(url)
        page.get_by_test_id("project").focus()
        page.keyboard.press("Enter")
        page.get_by_test_id("project-panel").wait_for()
        assert page.evaluate("document.activeElement.dataset.testid") == "project-name"
        assert serious_faults(page, ".steersman") == []
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.dataset.testid") == "project"
        context.close()
    session.log.store.close()
