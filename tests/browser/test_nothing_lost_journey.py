"""Nothing is lost on the page: branches, undo by the usual keys, games, the lab, other data."""

from __future__ import annotations

from pathlib import Path

import pytest

from steersman.session.lab.choice import LabChoice
from steersman.session.matrix.choice import MatrixChoice
from steersman_benchmarks.browser import open_room, wait_for_answer

pytestmark = pytest.mark.browser
PICTURES = Path(__file__).parents[2] / "test-output"


def steps(page, number: int) -> None:
    """Wait until the project has so many steps."""
    page.wait_for_function(
        "number => window.steersman.workbench.store.view.value.history.steps.length === number",
        arg=number,
    )


def test_a_branch_is_kept_and_its_fork_leads_there_and_back(page, workbench) -> None:
    session, _ = workbench
    open_room(page, "plane")
    page.keyboard.press("b")
    steps(page, 2)
    page.keyboard.press("n")
    steps(page, 3)
    first = session.state
    page.keyboard.press("Control+z")
    page.wait_for_function("window.steersman.workbench.store.view.value.history.now === 1")
    assert page.get_by_test_id("history-fork").count() == 0
    page.get_by_test_id("reset").click()
    steps(page, 4)
    second = session.state
    assert page.get_by_test_id("history-step").count() == 3
    PICTURES.mkdir(exist_ok=True)
    page.screenshot(path=PICTURES / "history-fork.png")
    page.get_by_test_id("history-fork").click()
    wait_for_answer(page)
    assert session.state == first
    page.get_by_test_id("history-fork").click()
    wait_for_answer(page)
    assert session.state == second


def test_the_usual_keys_undo_and_redo_but_not_in_a_text_field(page, workbench) -> None:
    session, _ = workbench
    open_room(page, "plane")
    page.keyboard.press("b")
    steps(page, 2)
    for key, now in (("Control+z", 0), ("Control+Shift+z", 1), ("Meta+z", 0), ("Control+y", 1)):
        page.keyboard.press(key)
        page.wait_for_function(
            "now => window.steersman.workbench.store.view.value.history.now === now", arg=now
        )
    search = page.get_by_test_id("search")
    search.fill("matrix")
    search.press("Control+z")
    wait_for_answer(page)
    assert session.history.now == 1


def test_tab_reaches_the_history_once_and_arrows_go_along_it(page, workbench) -> None:
    session, _ = workbench
    open_room(page, "plane")
    page.keyboard.press("b")
    steps(page, 2)
    page.keyboard.press("n")
    steps(page, 3)
    reachable = page.locator("[data-testid=history-step]:not([tabindex='-1'])")
    assert reachable.count() == 1
    reachable.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    wait_for_answer(page)
    assert session.history.now == 0


def test_painting_in_the_lab_is_no_step_of_the_project(page, workbench) -> None:
    session, _ = workbench
    open_room(page, "lab")
    page.get_by_test_id("training-error-0").wait_for()
    page.get_by_test_id("brush-negative").click()
    box = page.get_by_test_id("picture-0").bounding_box()
    for place in range(12):
        x = box["x"] + box["width"] * (0.2 + 0.05 * place)
        page.mouse.click(x, box["y"] + box["height"] / 2)
        wait_for_answer(page)
    painted = len(session.state.choice(LabChoice).painted)
    assert len(session.histories.own["lab"].steps) == 13
    assert len(session.history.steps) == 1
    page.keyboard.press("Control+z")
    wait_for_answer(page)
    assert len(session.state.choice(LabChoice).painted) == painted - 1
    open_room(page, "plane")
    assert page.get_by_test_id("undo").is_disabled()


def test_a_steered_model_outlives_a_game_the_lab_and_other_data(page, workbench) -> None:
    session, _ = workbench
    open_room(page, "matrix")
    page.get_by_test_id("matrix").wait_for()
    page.get_by_test_id("want").fill("fp <= 3")
    page.keyboard.press("Enter")
    page.get_by_test_id("answer").wait_for()
    wait_for_answer(page)
    before, made = session.state.choice(MatrixChoice), len(session.history.steps)
    open_room(page, "challenge")
    page.get_by_test_id("challenge-start").click()
    page.get_by_test_id("challenge").wait_for()
    page.get_by_test_id("buy-training").click()
    wait_for_answer(page)
    # Going to another room leaves the game, and coming back goes on with it.
    open_room(page, "matrix")
    page.get_by_test_id("answer").wait_for()
    assert session.state.choice(MatrixChoice) == before
    open_room(page, "challenge")
    page.get_by_test_id("challenge").wait_for()
    page.get_by_test_id("challenge-leave").click()
    page.get_by_test_id("challenge-resume").wait_for()
    assert len(session.history.steps) == made
    open_room(page, "matrix")
    page.get_by_test_id("answer").wait_for()
    for name in ("wine", "docstrings"):
        page.get_by_test_id("data").click()
        page.get_by_role("option", name=name).first.click()
        page.locator(f"[data-testid=data][data-value={name}]").wait_for()
        wait_for_answer(page)
    assert session.state.choice(MatrixChoice) == before
    page.get_by_test_id("answer").wait_for()


def test_bayes_is_undone_by_itself(page, workbench) -> None:
    session, _ = workbench
    open_room(page, "plane")
    page.keyboard.press("b")
    steps(page, 2)
    open_room(page, "bayes")
    page.get_by_test_id("bayes-planes").wait_for()
    assert page.get_by_test_id("undo").is_disabled()
    asked = "JSON.stringify(window.steersman.workbench.rooms.bayes.asked.value)"
    before = page.evaluate(asked)
    page.evaluate("window.steersman.workbench.rooms.bayes.change({ prior: 0.2 })")
    assert page.evaluate(asked) != before
    page.keyboard.press("Control+z")
    assert page.evaluate(asked) == before
    assert session.history.now == 1
