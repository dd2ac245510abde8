"""A journey through the slices room: a bad slice, its rows, and a limit on each group of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from steersman.data import load
from steersman.session import Session
from steersman.session.matrix.choice import MatrixChoice
from steersman_benchmarks.browser import open_room, wait_for_answer

pytestmark = pytest.mark.browser


def clinics_file(folder: Path, rows: int = 2400) -> Path:
    """Patients of three clinics; in one of them, which is no feature, the marker often misleads."""
    rng = np.random.default_rng(2)
    ill = rng.random(rows) < 0.4
    clinic = rng.choice(["north", "south", "west"], rows)
    told = np.where((clinic == "west") & (rng.random(rows) < 0.25), ~ill, ill)
    frame = pd.DataFrame(
        {
            "marker": rng.normal(2.5 * told).round(3),
            "sleep": rng.normal(size=rows).round(3),
            "age": rng.integers(20, 90, rows),
            "clinic": clinic,
            "kind": np.where(ill, "ill", "well"),
        }
    )
    path = folder / "clinics.csv"
    frame.to_csv(path, index=False)
    return path


def test_a_bad_slice_becomes_a_limit_on_each_clinic(visit, tmp_path: Path) -> None:
    path = clinics_file(tmp_path)
    data = load(str(path), label="kind", positive="ill", roles={"clinic": "leave"})
    session = Session(data)
    page = visit(session)
    open_room(page, "slices")
    page.get_by_test_id("slices").wait_for()
    worst = page.get_by_test_id("slice").first
    assert worst.get_by_role("button").first.inner_text() == "clinic = west"
    assert worst.get_attribute("data-significant") == "true"
    worst.get_by_role("button").first.click()
    page.get_by_test_id("slice-row").first.wait_for()
    assert page.get_by_test_id("slice-row").first.get_attribute("data-wrong") == "true"
    page.get_by_test_id("slices-measure").select_option("recall(ill)")
    page.get_by_test_id("slices-column").select_option("clinic")
    wait_for_answer(page)
    assert page.get_by_test_id("slice").count() == 3
    before = session.history.step.state.choice(MatrixChoice).shown
    page.get_by_test_id("slice-limit").first.click()
    page.get_by_test_id("group-rates").wait_for()
    assert page.get_by_test_id("group-rate").count() == 3
    assert "for each clinic" in page.get_by_test_id("want").input_value()
    assert session.history.step.state.choice(MatrixChoice).shown != before
    page.keyboard.press("z")
    wait_for_answer(page)
    assert session.history.step.state.choice(MatrixChoice).shown == before
