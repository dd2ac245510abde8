"""Two people ask why: what the model uses, what one row would need, and which labels are wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.people import Person, started_in
from tests.browser.people_files import coarse_screening_file, loans_file

from steersman_benchmarks.browser import wait_for_answer

pytestmark = pytest.mark.browser


@pytest.fixture
def analyst(visit, tmp_path: Path) -> Iterator[Person]:
    home = tmp_path / "home"
    home.mkdir()
    with started_in(home) as url:
        person = Person(visit(url, room=None))
        yield person
        # Closed first: a page whose server is gone complains.
        person.page.close()


def open_why(person: Person, path: Path) -> None:
    """Load a file and go to the room."""
    person.drop(path)
    person.click("load-file")
    person.click("room-why")
    person.see("uses")


def test_a_bank_analyst_and_a_clinician_see_why(analyst: Person, tmp_path: Path) -> None:
    page = analyst.page
    analyst.see("start-page")
    open_why(analyst, loans_file(tmp_path))
    names = page.get_by_test_id("used-feature").evaluate_all(
        "bars => bars.map(b => b.dataset.name)"
    )
    assert set(names[:3]) == {"account", "months", "amount"}
    analyst.click(page.locator("[data-testid=used-feature][data-name=amount]"), "amount")
    page.locator("[data-testid=dependence][data-feature=amount]").wait_for()

    accept_an_applicant(analyst)
    relabel_two_rows(analyst)

    download_report(analyst)
    analyst.click("go-start")
    open_why(analyst, coarse_screening_file(tmp_path))
    # The surest mistakes are missed cancers: nothing tells them from healthy rows.
    missed = page.locator("[data-testid=pick]", has_text="cancer → healthy").first
    analyst.click(missed, "a missed cancer")
    told = analyst.see("identical")
    assert int(told.inner_text().split()[0]) > 20
    assert "not cancer" in told.inner_text()
    assert analyst.refusals == []


def accept_an_applicant(analyst: Person) -> None:
    """Change an applicant until the bank accepts: by the smallest change, and by hand."""
    page = analyst.page
    analyst.click("which-all")
    refused = page.locator("[data-testid=pick]", has_text="→ 2").first
    analyst.click(refused, "an applicant who is refused")
    verdict = analyst.see("verdict")
    analyst.see("waterfall")
    assert verdict.get_attribute("data-predicted") == "2"
    parts = page.locator("[data-push]").evaluate_all(
        "lines => lines.map(l => Number(l.dataset.push))"
    )
    assert sum(parts[:-1]) == pytest.approx(parts[-1], abs=1e-6)
    analyst.click("find-flips")
    analyst.click(page.get_by_test_id("apply-flip").first, "the smallest change")
    analyst.see("turned")
    assert verdict.get_attribute("data-predicted") == "1"
    analyst.click("reset-row")
    page.locator("[data-testid=verdict][data-predicted='2']").wait_for()
    before = float(verdict.get_attribute("data-score") or "nan")
    page.get_by_test_id("field-amount").fill("200")
    wait_for_answer(page)
    assert float(verdict.get_attribute("data-score") or "nan") < before


def relabel_two_rows(analyst: Person) -> None:
    """Correct two labels and take one back."""
    page = analyst.page
    analyst.click("why-tab-rows")
    analyst.click("which-wrong")
    for count in ("1 label", "2 labels"):
        analyst.click("why-tab-rows")
        analyst.click(page.get_by_test_id("pick").first, "a wrong row")
        analyst.click("relabel-row")
        page.locator("[data-testid=corrected-count]", has_text=count).wait_for()
    analyst.press("z")
    page.locator("[data-testid=corrected-count]", has_text="1 label").wait_for()
    analyst.click("corrected-count")
    table = analyst.download("export-labels")
    lines = Path(table.path()).read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("id,label,label before,amount")
    assert len(lines) == 2401


def download_report(analyst: Person) -> None:
    """The report says what the model uses, and why some rows are decided as they are."""
    analyst.click("room-matrix")
    analyst.click("cell-0-1")
    analyst.click("example")
    analyst.click("why-this-row")
    analyst.see("waterfall")
    analyst.click("room-matrix")
    analyst.click("page-trajectory")
    report = Path(analyst.download("card-export").path()).read_text(encoding="utf-8")
    for heading in ("What the model uses", "Why these rows", "labels corrected"):
        assert heading in report
