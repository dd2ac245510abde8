"""A model in use: three weeks of mail, the third of which drifts; labels, repair, new guarantee."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.weeks import write_mail

from steersman.data import load
from steersman.session import Session
from steersman_benchmarks.browser import open_room

pytestmark = pytest.mark.browser

ROWS = 450
LABELED = 60


def weeks_of(folder: Path) -> tuple[Path, list[Path], dict[str, str]]:
    """Mail to learn from, three weeks of new mail, and the labels of the third, all of them."""
    weeks = [
        write_mail(
            folder / f"week-{week}.csv",
            ROWS,
            seed=week,
            start=week,
            labeled=0.4,
            drift=0.25 if week == 3 else 0.0,
        )
        for week in (1, 2, 3)
    ]
    whole = write_mail(folder / "whole.csv", ROWS, seed=3, start=3, drift=0.25)
    with whole.open() as file:
        labels = {row["id"]: row["kind"] for row in csv.DictReader(file)}
    return write_mail(folder / "mail.csv", 1500, seed=0), weeks, labels


def wait_for(page: Page, part: str, name: str, value: object) -> None:
    """Wait until a part of the page has a value."""
    page.locator(f"[data-testid={part}][data-{name}='{value}']").wait_for()


def feed(page: Page, path: Path, rows: int) -> None:
    page.get_by_test_id("use-add").set_input_files(str(path))
    wait_for(page, "use-room", "rows", rows)


def test_a_drifted_week_breaks_a_limit_and_a_repair_guarantees_it_again(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    mail, weeks, labels = weeks_of(tmp_path)
    page = visit(Session(load(str(mail), label="kind", text="text")))
    open_room(page, "matrix")
    page.get_by_test_id("builder-rate").fill("10")
    page.get_by_test_id("builder-steer").click()
    page.locator("[data-testid=answer][data-met=true]").wait_for()

    open_room(page, "use")
    page.get_by_test_id("use-empty").wait_for()
    for week in (0, 1):
        feed(page, weeks[week], ROWS * (week + 1))
    wait_for(page, "use-limit", "state", "holds")
    feed(page, weeks[2], 3 * ROWS)
    wait_for(page, "use-limit", "state", "broken")
    # The third week begins on the 23rd of March.
    broken = page.get_by_test_id("use-limit").locator("strong").inner_text()
    assert any(f"Mar {day}" in broken for day in range(23, 30)), broken
    assert page.locator("[data-testid=use-shifts] [data-shifted=true]").count() >= 1

    page.get_by_test_id("use-go-label").click()
    page.get_by_test_id("draw-count").fill(str(LABELED))
    page.get_by_test_id("draw-even").click()
    for done in range(LABELED):
        wait_for(page, "label-progress", "labeled", done)
        row = page.get_by_test_id("label-row").get_attribute("data-row")
        page.keyboard.press("1" if labels[row or ""] == "ham" else "2")
    page.get_by_test_id("label-done").wait_for()
    page.keyboard.press("Backspace")
    wait_for(page, "label-progress", "labeled", LABELED - 1)

    page.get_by_test_id("use-page-versions").click()
    page.get_by_test_id("repair-now").click()
    wait_for(page, "version-1", "in-use", "true")
    wait_for(page, "version-1", "met", "true")
    new = page.get_by_test_id("version-1")
    assert new.get_by_test_id("version-guarantee").get_attribute("data-guarantees") == "1"
    # The old version is still there, and can be used again.
    page.get_by_test_id("use-version-0").click()
    wait_for(page, "version-0", "in-use", "true")
