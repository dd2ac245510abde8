"""A journey through the scores room: the cut-off dragged on the ROC curve, and a calibration."""

from __future__ import annotations

import re

import pytest

from steersman.data import load
from steersman.session import Session
from steersman_benchmarks.browser import open_room, wait_for_answer, wait_until

pytestmark = pytest.mark.browser


def caught(page) -> int:
    """How many rows of the class are caught at the cut-off that is drawn."""
    said = page.get_by_test_id("at-cutoff").inner_text()
    return int(re.search(r"([\d,]+) of [\d,]+ \w+ caught", said)[1].replace(",", ""))


def test_the_cut_off_is_dragged_on_the_roc_curve_and_the_model_is_calibrated(visit) -> None:
    session = Session(load("breast-cancer"))
    page = visit(session)
    open_room(page, "matrix")
    page.get_by_test_id("matrix").wait_for()
    before = page.get_by_test_id("matrix").inner_text()
    open_room(page, "scores")
    dot = page.get_by_test_id("cutoff-roc")
    dot.wait_for()
    first = caught(page)
    box, chart = dot.bounding_box(), page.get_by_test_id("chart-roc").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(chart["x"] + 70, chart["y"] + chart["height"] * 0.6, steps=5)
    held = caught(page)
    # The figures follow the hand, the model waits for its release.
    assert held < first
    assert len(session.history.steps) == 1
    page.mouse.up()
    wait_for_answer(page)
    wait_until(page, "() => window.steersman.workbench.rooms.scores.held.value === null")
    assert caught(page) == held
    open_room(page, "matrix")
    assert page.get_by_test_id("matrix").inner_text() != before
    page.keyboard.press("z")
    wait_for_answer(page)
    assert page.get_by_test_id("matrix").inner_text() == before
    open_room(page, "scores")
    page.get_by_test_id("calibrate-sigmoid").click()
    page.locator("[data-testid=calibrate-sigmoid][aria-selected=true]").wait_for()
    wait_for_answer(page)
    assert caught(page) == first
    assert "→" in page.get_by_test_id("calibrated").inner_text()
