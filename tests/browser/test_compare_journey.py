"""Journeys through the room that compares models, in a real browser against a real server."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from steersman.data import load
from steersman.session import Session
from steersman.session.compare.actions import AddModel, OpenCompare, RunComparison, SetCuts
from steersman.session.compare.choice import CompareChoice
from steersman.session.compare.room import CompareRoom
from steersman.tasks import Task
from steersman_benchmarks.browser import open_room, wait_for_answer

pytestmark = pytest.mark.browser


def fitted(page, models: int) -> None:
    """Wait until so many models have figures."""
    page.locator(f"[data-testid=compare-room][data-fitted='{models}']").wait_for()


def compared(*models: str, name: str = "breast-cancer", folds: int = 3) -> Session:
    """A session with some models compared already."""
    session = Session(load(name))
    session.perform(OpenCompare())
    session.perform(SetCuts(folds))
    for model in models:
        session.perform(AddModel(model))
    session.perform(RunComparison())
    return session


def standing(session: Session, place: int):
    state = session.history.step.state
    models = session.rooms[CompareRoom].models
    return models.standings_of(session.corpus_of(state), state, Task())[place]


def test_two_pinned_models_are_compared_read_and_reported(visit, tmp_path: Path) -> None:
    session = Session(load("breast-cancer"))
    page = visit(session, accept_downloads=True)
    open_room(page, "matrix")
    page.get_by_test_id("pin-name").fill("plain")
    page.get_by_test_id("pin").click()
    page.get_by_test_id("unpin").wait_for()
    page.get_by_test_id("want").fill("fn <= 2")
    page.keyboard.press("Enter")
    page.locator("[data-testid=answer][data-met=true]").wait_for()
    page.get_by_test_id("pin-name").fill("gentle")
    page.get_by_test_id("pin").click()
    page.get_by_test_id("unpin").wait_for()
    open_room(page, "compare")
    page.get_by_test_id("run").click()
    fitted(page, 2)
    assert "114" in page.get_by_test_id("compare-facts").inner_text()
    assert "never saw" in page.get_by_test_id("honesty").inner_text()
    accuracy = standing(session, 1).overall["accuracy"].rows
    shown = page.locator("[data-testid=interval-line][data-model=gentle]").first.inner_text()
    assert f"{accuracy.value:.3f}"[1:] in shown
    assert "of 5 folds" in page.get_by_test_id("want-fate").inner_text()
    page.get_by_test_id("compare-pairs").click()
    page.get_by_test_id("tests").wait_for()
    page.get_by_test_id("side-only-first").click()
    page.get_by_test_id("pair-example").first.wait_for()
    page.get_by_test_id("pair-example").first.click()
    said = page.get_by_test_id("reading").inner_text()
    assert "mean radius" in said
    assert page.locator(".said-right .said-name").all_inner_texts() == ["plain"]
    assert page.locator(".said-wrong .said-name").all_inner_texts() == ["gentle"]
    page.get_by_test_id("tab-models").click()
    with page.expect_download() as download:
        page.get_by_test_id("report-html").click()
    assert download.value.suggested_filename == "breast-cancer-comparison.html"
    text = Path(download.value.path()).read_text()
    assert f"{accuracy.value:.3f} ({accuracy.low:.3f} to {accuracy.high:.3f})" in text
    with page.expect_download() as download:
        page.get_by_test_id("report-markdown").click()
    with ZipFile(download.value.path()) as archive:
        assert "breast-cancer-comparison.md" in archive.namelist()
    open_room(page, "matrix")
    page.get_by_test_id("unpin").click()
    page.get_by_test_id("pin-name").wait_for()
    open_room(page, "compare")
    fitted(page, 1)
    page.get_by_test_id("undo").click()
    fitted(page, 2)


def test_an_empty_room_is_filled_by_keys_alone_and_a_reload_finds_it(visit) -> None:
    session = Session(load("wine"))
    page = visit(session)
    page.get_by_test_id("room-compare").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("suggest").focus()
    page.keyboard.press("Enter")
    wait_for_answer(page)
    page.get_by_test_id("cut-folds").fill("3")
    page.keyboard.press("Tab")
    page.get_by_text("rows in 3 folds").wait_for()
    page.get_by_test_id("run").focus()
    page.keyboard.press("Enter")
    fitted(page, 2)
    page.get_by_test_id("compare-pairs").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("tests").wait_for()
    page.get_by_test_id("pair-cell").nth(1).focus()
    page.keyboard.press("Enter")
    page.locator("[data-testid=chosen-pair] h2", has_text="Random forest and").wait_for()
    assert session.history.step.state.choice(CompareChoice).pair == (
        "Random forest",
        "Logistic regression",
    )
    page.reload()
    page.locator("[data-testid=chosen-pair] h2", has_text="Random forest and").wait_for()
    page.get_by_test_id("all-classes").click()
    page.get_by_test_id("run").wait_for()
    page.keyboard.press("z")
    page.get_by_test_id("tests").wait_for()
    fitted(page, 2)
    link = page.evaluate("JSON.stringify(window.steersman.workbench.store.state.value)")
    other = Session(load("wine"))
    second = visit(other)
    second.get_by_test_id("room-compare").wait_for()
    set_state = "state => store.send({ action: 'set-state', state: JSON.parse(state) })"
    second.evaluate(set_state.replace("store", "window.steersman.workbench.store"), link)
    open_room(second, "compare")
    second.get_by_test_id("run").wait_for()
    assert other.history.step.state.choice(CompareChoice) == session.history.step.state.choice(
        CompareChoice
    )


def test_fitting_can_be_stopped_and_goes_on_where_it_was(visit, endless) -> None:
    session = compared("neighbors", folds=10)
    session.perform(AddModel("forest"))
    page = visit(session)
    open_room(page, "compare")
    fitted(page, 1)
    with endless("comparison", shown=3):
        page.get_by_test_id("run").click()
        page.get_by_text("3 of 10 · accuracy so far").wait_for()
        page.get_by_test_id("cancel").click()
        page.locator("[data-testid=run]", has_text="Resume").wait_for()
    page.get_by_test_id("run").click()
    fitted(page, 2)
    page.get_by_test_id("compare-curves").click()
    with endless("curves", shown=2):
        page.get_by_test_id("run-curves").click()
        page.get_by_test_id("curve-chart").wait_for()
        page.get_by_test_id("cancel").click()
        page.get_by_test_id("run-curves").wait_for()
    assert page.get_by_test_id("curve-chart").count() == 1


def test_axe_finds_no_serious_fault(visit, serious_faults) -> None:
    page = visit(compared("neighbors", "logistic"))
    open_room(page, "compare")
    fitted(page, 2)
    faults = serious_faults(page, also_dark=True)
    page.get_by_test_id("compare-matrices").click()
    page.get_by_test_id("matrix-card").first.wait_for()
    faults += serious_faults(page, also_dark=True)
    page.get_by_test_id("compare-pairs").click()
    page.get_by_test_id("side-only-second").click()
    page.get_by_test_id("pair-example").first.click()
    page.get_by_test_id("reading").wait_for()
    faults += serious_faults(page, also_dark=True)
    page.get_by_test_id("reading-close").click()
    page.get_by_test_id("compare-curves").click()
    page.get_by_test_id("run-curves").click()
    page.get_by_test_id("run-curves").wait_for(state="detached")
    page.wait_for_function("window.steersman.workbench.store.progress.value === null")
    faults += serious_faults(page, also_dark=True)
    assert faults == []
