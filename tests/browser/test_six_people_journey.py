"""Six strangers, from a fresh start to what they came for: what they do and what is refused.

The counts are printed with the journeys and written to test-output/six-people.txt.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from tests.browser.people import Person, started_in
from tests.browser.people_files import loans_file, mail_file, notes_file, screening_file

from steersman import load_model
from steersman_benchmarks.browser import open_room

pytestmark = pytest.mark.browser
LOG = Path(__file__).parents[2] / "test-output" / "six-people.txt"

Stranger = Callable[..., Person]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def stranger(visit, home: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Stranger]:
    """Somebody on the start page of a workbench that was started in an empty home."""
    people: list[tuple[str, Person]] = []

    @contextmanager
    def arrive(who: str, **settings: object) -> Iterator[Person]:
        with started_in(home) as url:
            person = Person(visit(url, room=None, **settings))
            people.append((who, person))
            try:
                yield person
            finally:
                LOG.parent.mkdir(exist_ok=True)
                person.page.screenshot(path=LOG.with_name(f"{who}.png"))
                # Closed first: a page whose server is gone complains.
                person.page.close()

    yield arrive
    for who, person in people:
        line = f"{who}: {len(person.done)} actions, {len(person.refusals)} refusals: "
        line += "; ".join([*person.done, *(f"REFUSED {each}" for each in person.refusals)])
        with LOG.open("a", encoding="utf-8") as log, capsys.disabled():
            log.write(line + "\n")
            print("\n" + line)  # noqa: T201


def test_a_mail_admin_leaves_with_a_guaranteed_model_and_its_report(
    stranger, tmp_path: Path
) -> None:
    mail = mail_file(tmp_path)
    with stranger("mail admin") as admin:
        admin.see("start-page")
        admin.drop(mail)
        admin.click("load-file")
        assert admin.see("category").get_attribute("data-value") == "spam"
        admin.click("builder-steer")
        answer = admin.see("answer")
        assert answer.get_attribute("data-met") == "true"
        assert answer.get_attribute("data-guaranteed") == "true"
        admin.click("final-test-open")
        admin.click("final-test-run")
        bounds = admin.page.get_by_test_id("final-bound")
        assert bounds.evaluate_all("all => all.map(each => each.dataset.holds)") == ["true"]
        model = admin.download("answer-save")
        report = admin.download("answer-report")
        model.save_as(tmp_path / "filter.skops")
        report.save_as(tmp_path / "report.html")
        assert len(admin.done) <= 8
        assert admin.refusals == []
    kept = load_model(tmp_path / "filter.skops")
    with mail.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    said = np.asarray(kept.predict(pd.DataFrame(rows)))
    lost = [called == "spam" for row, called in zip(rows, said) if row["folder"] == "ham"]
    assert np.mean(lost) <= 0.01
    assert "95 %" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_a_clinician_finds_what_is_missed_and_why_and_what_95_percent_costs(
    stranger, tmp_path: Path
) -> None:
    with stranger("clinician") as clinician:
        clinician.see("start-page")
        clinician.drop(screening_file(tmp_path))
        chosen = clinician.see("catch-question").locator("[data-chosen=true] b")
        assert chosen.inner_text() == "cancer"
        clinician.click("load-file")
        clinician.click("cell-0-1", "cancer missed")
        assert clinician.see("cell-panel").locator("h2, h3").first.inner_text() == "cancer missed"
        clinician.click("example", "a missed patient")
        clinician.see("reasons")
        clinician.choose("builder-verb", "missed 0")
        clinician.enter("builder-rate", "5")
        clinician.see("answer")
        price = clinician.see("paid").inner_text()
        assert "healthy" in price
        assert len(clinician.done) <= 8
        assert clinician.refusals == []


def test_a_bank_analyst_names_classes_sets_costs_and_scores_new_loans(
    stranger, tmp_path: Path
) -> None:
    loans = loans_file(tmp_path)
    with stranger("bank analyst") as analyst:
        analyst.see("start-page")
        analyst.drop(loans)
        role = analyst.page.locator("[data-testid=column][data-name=class] [data-testid=role]")
        role.wait_for()
        if role.input_value() != "label":
            role.select_option("label")
            analyst.act("choose the label")
        analyst.click(analyst.page.locator("[data-testid=rename-class]").nth(1), "rename 2")
        analyst.enter("class-name", "bad credit")
        analyst.page.locator("[data-testid=catch-class][data-name='2']").check()
        analyst.act("catch bad credit")
        analyst.click("load-file")
        assert analyst.see("category").get_attribute("data-value") == "bad credit"
        analyst.click("tab-costs")
        analyst.click("costs-heavier")
        analyst.click("steer-to-cost")
        analyst.see("answer")
        assert analyst.see("expected-cost").inner_text()
        compare_three_families_by_cost(analyst)
        open_room(analyst.page, "matrix")
        analyst.click("predict-open")
        analyst.page.get_by_test_id("predict-reasons").check()
        with analyst.page.expect_download() as waiting:
            analyst.page.get_by_test_id("predict-file").set_input_files(loans)
            analyst.act("choose a file")
            analyst.click("predict-download")
        waiting.value.save_as(tmp_path / "scored.csv")
        assert analyst.refusals == []
    with (tmp_path / "scored.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    with loans.open(encoding="utf-8") as file:
        truth = [row["class"] for row in csv.DictReader(file)]
    assert len(rows) == len(truth)
    assert {row["predicted"] for row in rows} == {"1", "bad credit"}
    assert all(row["reasons"] for row in rows)


def compare_three_families_by_cost(analyst: Person) -> None:
    """The average cost of three models, each with its interval."""
    page = analyst.page
    analyst.click("room-compare")
    analyst.click("suggest")
    analyst.click("add-which")
    analyst.click(
        page.locator("[data-testid=add-which-option][data-value=gaussian]"), "naive Bayes"
    )
    analyst.click("add-model")
    analyst.enter("cut-folds", "3")
    analyst.click("run")
    page.locator("[data-testid=compare-room][data-fitted='3']").wait_for()
    analyst.click("measure")
    analyst.click(page.locator("[data-testid=measure-option][data-value=cost]"), "cost")
    page.locator("section[aria-label='average cost']").wait_for()
    lines = page.locator("section[aria-label='average cost'] [data-testid=interval-line]")
    assert lines.count() == 3


def test_the_final_test_tells_that_a_limit_without_guarantee_is_broken(
    stranger, tmp_path: Path
) -> None:
    with stranger("hasty analyst") as analyst:
        analyst.see("start-page")
        analyst.drop(loans_file(tmp_path, rows=700, seed=11))
        analyst.click("load-file")
        analyst.click("confidence")
        analyst.enter("want", "catch at least 90 % of 2, then lose as little 1 as possible")
        answer = analyst.see("answer")
        assert answer.get_attribute("data-met") == "true"
        assert answer.get_attribute("data-guaranteed") == "false"
        analyst.see("unguaranteed")
        analyst.click("final-test-open")
        analyst.click("final-test-run")
        assert analyst.see("final-test").get_attribute("data-held") == "false"
        assert analyst.see("final-bound").get_attribute("data-holds") == "false"
        assert "answer-met" not in (answer.get_attribute("class") or "")
        assert analyst.refusals == []


def test_a_text_analyst_groups_notes_without_labels(stranger, tmp_path: Path) -> None:
    with stranger("text analyst") as analyst:
        analyst.see("start-page")
        analyst.drop(notes_file(tmp_path))
        analyst.click("load-file")
        analyst.see("cluster-map")
        analyst.click("find-first")
        analyst.click("cluster-0")
        analyst.enter("name-0", "first topic")
        analyst.click("tab-labels")
        analyst.download("save-clusters")
        assert len(analyst.done) <= 8
        assert analyst.refusals == []


def test_a_lecturer_shows_bayes_and_the_lab_and_leaves_no_steps_in_a_project(stranger) -> None:
    with stranger("lecturer") as lecturer:
        lecturer.click("card-learn")
        lecturer.click("guide-leave")
        steps = "window.steersman.workbench.store.viewParts.history.value.steps.length"
        before = lecturer.page.evaluate(steps)
        lecturer.click("room-bayes")
        lecturer.see("bayes-room")
        lecturer.click("room-lab")
        lecturer.see("lab-room")
        assert lecturer.page.evaluate(steps) == before
        assert lecturer.refusals == []


def test_a_returning_user_goes_on_where_they_left_and_loses_nothing(
    stranger, tmp_path: Path
) -> None:
    mail = mail_file(tmp_path)
    count = "cell => Number(cell.dataset.count)"
    with stranger("returning user, first day") as user:
        user.see("start-page")
        user.drop(mail)
        user.click("load-file")
        user.click("builder-steer")
        user.see("answer")
        lost = user.see("cell-0-1").evaluate(count)
    with stranger("returning user, second day") as user:
        user.see("answer")
        assert user.see("cell-0-1").evaluate(count) == lost
        assert user.see("want").input_value()
        user.press("Control+z")
        user.page.wait_for_function(
            "lost => document.querySelector('[data-testid=cell-0-1]').dataset.count != lost",
            arg=lost,
        )
        user.enter("want", "catch at least 90 % of spam")
        user.see("answer")
        user.click("history-fork")
        assert user.refusals == []
