"""Journeys with a kept project: the server dies, and the page comes back as it was."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from steersman.data import load
from steersman.session.data.actions import LoadFile, OpenFile, SetRole
from steersman.session.plane.actions import MoveKnob
from steersman.session.project.actions import WriteNote
from steersman.session.project.room import ProjectRoom
from steersman.session.storage.files import free_path
from steersman.session.storage.project import Origin, project_session
from steersman_benchmarks.browser import free_port, open_room, running_workbench, wait_for_answer

pytestmark = pytest.mark.browser


@contextmanager
def running_server(
    port: int, *arguments: str | Path
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The workbench in a process of its own, and its address."""
    command = ["serve", *arguments, "--no-open", "--port", str(port)]
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
          const { store } = window.steersman.workbench;
          const { project, ...view } = store.view.value;
          const { kept_at, ...about } = project;
          const columns = Object.fromEntries(
            Object.entries(store.columns.value).map(([name, values]) => [name, [...values]]));
          return { state: store.state.value, view, about, columns };
        }"""
    )


def settled(page, test: str) -> None:
    page.wait_for_function(f"(() => {{ const s = window.steersman.workbench; return {test}; }})()")


def test_a_killed_server_comes_back_and_the_page_with_it(browser, tmp_path: Path) -> None:
    project, port = tmp_path / "wine.steer", free_port()
    context = browser.new_context(viewport={"width": 1280, "height": 720}, accept_downloads=True)
    page = context.new_page()
    with running_server(port, "wine", "--project", project) as (server, url):
        page.goto(f"{url}#room=plane")
        page.get_by_test_id("training-f1").wait_for()
        page.keyboard.press("b")
        settled(page, "s.store.view.value.history.steps.length === 2")
        open_room(page, "matrix")
        page.get_by_test_id("matrix").wait_for()
        page.get_by_test_id("want").fill("errors <= 1")
        page.keyboard.press("Enter")
        wait_for_answer(page)
        page.get_by_test_id("project").click()
        page.get_by_test_id("project-name").fill("Wine of Monday")
        page.get_by_test_id("project-note").fill("Which of the three?")
        page.get_by_test_id("step-note").fill("one error is fine")
        page.keyboard.press("Control+Enter")
        settled(page, "Object.keys(s.store.view.value.project.notes).length === 1")
        page.keyboard.press("Escape")
        page.get_by_test_id("undo").click()
        settled(page, "s.store.view.value.history.now === 1")
        wait_for_answer(page)
        before = shown(page)
        assert before["about"]["name"] == "Wine of Monday"
        os.kill(server.pid, signal.SIGKILL)
        page.get_by_test_id("banner-lost").wait_for()
    with running_server(port, "wine", "--project", project):
        page.get_by_test_id("banner-lost").wait_for(state="detached")
        settled(page, "s.store.status.value === 'open' && s.store.view.value !== null")
        wait_for_answer(page)
        assert shown(page) == before
        page.get_by_test_id("redo").click()
        settled(page, "s.store.view.value.history.now === 2")
        wait_for_answer(page)
        assert page.get_by_test_id("project-kept").inner_text().startswith("Saved")
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
        settled(page, "s.store.view.value.history.steps.length === 3")
        wait_for_answer(page)
        again = shown(page)
        assert again["about"].pop("place") != after["about"].pop("place")
        assert again == after
    context.close()


def room(page, name: str, shows: str) -> None:
    open_room(page, name)
    page.get_by_test_id(shows).first.wait_for()


def test_a_server_killed_amid_work_gives_every_room_back(
    browser, clinic: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("STEERSMAN_PROJECTS", str(tmp_path / "projects"))
    port = free_port()
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    with running_server(port, clinic) as (server, url):
        page.goto(url)
        page.get_by_test_id("label-choice").select_option("state")
        page.get_by_role("button", name="Leave it out: discharged").click()
        page.locator("[data-testid=column][data-name=discharged][data-role=leave]").wait_for()
        page.get_by_test_id("load-file").click()
        page.get_by_test_id("matrix").wait_for()
        room(page, "plane", "training-f1")
        page.keyboard.press("b")
        wait_for_answer(page)
        room(page, "matrix", "matrix")
        page.get_by_test_id("want").fill("errors <= 20")
        page.keyboard.press("Enter")
        wait_for_answer(page)
        room(page, "lab", "lab-source")
        page.get_by_test_id("lab-source").click()
        page.locator("[data-testid=lab-source-option][data-value=xor]").click()
        settled(page, "s.store.state.value.lab?.source === 'xor'")
        room(page, "compare", "compare-empty")
        page.get_by_test_id("suggest").click()
        page.get_by_test_id("run").click()
        settled(page, "s.store.progress.value === null && s.rooms.compare.missing.value === 0")
        room(page, "clusters", "cluster-map")
        room(page, "data", "data-file")
        wait_for_answer(page)
        before = shown(page)
        page.evaluate(
            "() => { const { store } = window.steersman.workbench;"
            " store.send({ action: 'autotune', per_feature: true });"
            " store.send({ action: 'best-line', split: 'training', metric: 'f1' }); }"
        )
        os.kill(server.pid, signal.SIGKILL)
        page.get_by_test_id("banner-lost").wait_for()
    with running_server(port, clinic):
        page.get_by_test_id("banner-lost").wait_for(state="detached")
        settled(page, "s.store.status.value === 'open' && s.store.view.value !== null")
        wait_for_answer(page)
        assert page.get_by_test_id("file-name").inner_text() == "clinic.csv"
        after = shown(page)
        assert page.get_by_test_id("banner-project").count() == 0
        if after["state"] == before["state"]:  # what was under way was never acknowledged
            assert after == before
        else:
            page.get_by_test_id("undo").click()
            settled(page, "s.store.progress.value === null")
            assert shown(page)["state"] == before["state"]
        room(page, "matrix", "matrix")
        assert page.get_by_test_id("answer").get_attribute("data-met") == "true"
        room(page, "compare", "compare-room")
        both = "s.rooms.compare.models.value.length === 2"
        settled(page, f"s.rooms.compare.missing.value === 0 && {both}")
        room(page, "lab", "lab-source")
        assert page.get_by_test_id("lab-source").get_attribute("data-value") == "xor"
    context.close()


def test_two_windows_share_a_project_until_one_of_them_opens_another(visit, tmp_path: Path) -> None:
    session = project_session(tmp_path / "wine.steer", Origin(load("wine"), "wine"))
    with running_workbench(session) as url:
        one, other = visit(url), visit(url)
        for page in (one, other):
            page.get_by_test_id("training-f1").wait_for()
        before = other.get_by_test_id("training-f1").inner_text()
        one.keyboard.press("b")
        settled(other, "s.store.view.value.history.now === 1")
        wait_for_answer(one)
        assert shown(other) == shown(one)
        assert other.get_by_test_id("history-label").inner_text() == session.history.step.label
        other.get_by_test_id("undo").click()
        settled(one, "s.store.view.value.history.now === 0")
        assert one.get_by_test_id("training-f1").inner_text() == before
        assert one.get_by_test_id("redo").is_enabled()
        room(other, "matrix", "matrix")
        settled(one, "Boolean(s.store.state.value.matrix)")
        room(one, "matrix", "matrix")
        wait_for_answer(one)
        wait_for_answer(other)
        cells = one.locator("[data-testid=matrix]")
        assert cells.inner_text() == other.locator("[data-testid=matrix]").inner_text()
        one.get_by_test_id("project").click()
        one.get_by_test_id("project-name").fill("Wine of two")
        one.keyboard.press("Enter")
        other.get_by_text("Wine of two").wait_for()
        one.get_by_test_id("project-new").click()
        one.get_by_test_id("project-other-data").check()
        one.get_by_test_id("project-start").click()
        one.get_by_test_id("at-hand").wait_for()
        # The other window stays on the project and works on, also after a reload.
        assert other.get_by_test_id("project").inner_text().startswith("Wine of two")
        other.get_by_test_id("want").fill("errors <= 1")
        other.keyboard.press("Enter")
        other.get_by_test_id("answer").wait_for()
        other.reload()
        other.get_by_test_id("answer").wait_for()
        assert other.get_by_test_id("project").inner_text().startswith("Wine of two")
        assert one.get_by_test_id("project").inner_text().startswith("new project")
        for page in (one, other):
            page.context.close()
    session.log.store.close()


def test_a_project_whose_file_moved_asks_where_it_is(
    visit, serious_faults, clinic: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("STEERSMAN_PROJECTS", str(tmp_path / "projects"))
    wards = project_session(free_path("Wards"), Origin.without_data(str(clinic)))
    for action in (OpenFile(str(clinic)), SetRole("state", "label"), LoadFile()):
        wards.perform(action)
    wards.log.store.close()
    now = clinic.rename(tmp_path / "clinic of today.csv")
    session = project_session(free_path("Wine"), Origin(load("wine"), "wine"))
    with running_workbench(session) as url:
        page = visit(url)
        page.get_by_test_id("project").click()
        page.get_by_test_id("project-other").click()
        page.get_by_test_id("missing-file").wait_for()
        assert page.get_by_test_id("banner-error").get_attribute("data-code") == "file-missing"
        assert serious_faults(page, ".banners") == []
        page.get_by_test_id("missing-path").fill(str(now))
        page.keyboard.press("Enter")
        page.locator("[data-testid=data][data-value=clinic]").wait_for()
        assert page.get_by_test_id("banner-error").count() == 0
        assert page.get_by_test_id("project").inner_text().startswith("clinic")
        page.context.close()
    session.log.store.close()


def test_the_projects_panel_has_no_serious_fault(browser, serious_faults, tmp_path: Path) -> None:
    session = project_session(tmp_path / "wine.steer", Origin(load("wine"), "wine"))
    session.perform(MoveKnob("alpha", 0.3))
    session.perform(WriteNote("less smoothing", 1))
    session.rooms[
        ProjectRoom
    ].notice = "Not everything came out as it was: step 1 (alpha 0.3): matrix."
    with running_workbench(session) as url:
        context = browser.new_context()
        page = context.new_page()
        page.goto(url)
        page.get_by_test_id("project").focus()
        page.keyboard.press("Enter")
        page.get_by_test_id("project-panel").wait_for()
        page.wait_for_function("document.activeElement.dataset.testid === 'project-name'")
        assert serious_faults(page, ".steersman", also_dark=True) == []
        page.get_by_test_id("project-new").click()
        page.wait_for_function("document.activeElement.dataset.testid === 'project-new-name'")
        assert serious_faults(page, ".project-panel", also_dark=True) == []
        page.keyboard.press("Escape")
        page.wait_for_function("document.activeElement.dataset.testid === 'project'")
        context.close()
    session.log.store.close()
