"""Journeys through the lessons of the lab, in a real browser against a real server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image

from steersman.data import load
from steersman.session import Session
from steersman_benchmarks.browser import open_room, running_workbench

pytestmark = pytest.mark.browser
TOPICS = {
    "people": "bayes",
    "mails": "bayes",
    "models": "bayes",
    "tables": "bayes",
    "line": "lines",
    "rates": "lines",
    "risk": "lines",
    "folds": "lines",
    "neighbors": "neighbors",
    "dimension": "neighbors",
    "dual": "margins",
    "kernels": "margins",
    "wide": "margins",
    "losses": "margins",
    "tube": "margins",
    "kmeans": "clusters",
    "em": "clusters",
    "story": "clusters",
    "classes": "evaluation",
    "marks": "evaluation",
    "p-value": "evaluation",
}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with running_workbench(Session(load("wine"))) as address:
        yield address


@pytest.fixture
def lessons(visit, url):
    """The lessons, open."""
    page = visit(url)
    open_room(page, "lessons")
    return page


def opened(page, name: str) -> None:
    page.get_by_test_id(f"lesson-topic-{TOPICS[name]}").click()
    page.get_by_test_id(f"open-lesson-{name}").click()
    page.get_by_test_id(f"lesson-{name}").wait_for()


def says(page, testid: str, wanted: str) -> None:
    page.wait_for_function(
        "([name, wanted]) => "
        "document.querySelector(`[data-testid='${name}']`)?.innerText.includes(wanted)",
        arg=[testid, wanted],
    )


def typed(page, testid: str, text: str) -> None:
    page.get_by_test_id(testid).fill(text)
    page.keyboard.press("Enter")


def dragged(page, chart: str, start: tuple[float, float], end: tuple[float, float]) -> None:
    """From one place of a chart's drawing to another, both as shares of its box."""
    box = page.get_by_test_id(chart).bounding_box()
    for number, (x, y) in enumerate((start, end)):
        page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"], steps=4)
        if number == 0:
            page.mouse.down()
    page.mouse.up()


def test_the_height_table_has_its_products_and_follows_the_hand(lessons) -> None:
    opened(lessons, "people")
    says(lessons, "joint-male", "7.854 · 10⁻¹⁰")
    says(lessons, "joint-female", "1.730 · 10⁻³")
    says(lessons, "people-verdict", "more likely female")
    typed(lessons, "person-weight", "82")
    typed(lessons, "person-foot", "28")
    says(lessons, "people-verdict", "more likely male")
    dragged(lessons, "chart-people-weight", (0.8, 0.3), (0.3, 0.3))
    says(lessons, "people-verdict", "more likely female")
    lessons.get_by_test_id("people-reset").click()
    says(lessons, "joint-male", "7.854 · 10⁻¹⁰")


def test_one_zero_silences_the_others_until_it_is_smoothed(lessons) -> None:
    opened(lessons, "mails")
    says(lessons, "posterior-Bernoulli", "0.481")
    says(lessons, "posterior-multinomial", "0.250")
    says(lessons, "centers-t", "0.8889")
    says(lessons, "mails-remark", "as frequent in ham as in spam")
    lessons.get_by_test_id("mails-never").click()
    says(lessons, "posterior-Bernoulli", "–")
    says(lessons, "mails-remark", "never seen in a class")
    typed(lessons, "value-lesson-smoothing", "1")
    says(lessons, "posterior-Bernoulli", "0.500")


def test_the_short_examples_answer_at_once(lessons) -> None:
    opened(lessons, "tables")
    says(lessons, "score-total", "5.3")
    says(lessons, "kernel-lifted", "25")
    typed(lessons, "score-5", "0")
    says(lessons, "score-total", "3.9")
    typed(lessons, "value-lesson-columns", "6")
    says(lessons, "cells-joint", "1,000,000")


def test_the_study_runs_shows_what_it_has_and_can_be_stopped(lessons, endless) -> None:
    opened(lessons, "neighbors")
    says(lessons, "neighbors-figures", "100 draws")
    assert float(lessons.get_by_test_id("zones-risk").inner_text()) > 0.28
    typed(lessons, "value-lesson-neighbors", "12")
    lessons.wait_for_function(
        "Number(document.querySelector('[data-testid=zones-risk]').innerText) < 0.28"
    )
    says(lessons, "neighbors-figures", "100 draws")
    with endless("lesson-neighbors"):
        typed(lessons, "value-lesson-draws", "500")
        lessons.get_by_test_id("neighbors-stop").click()
        lessons.get_by_test_id("neighbors-again").wait_for()
        lessons.get_by_test_id("progress").wait_for(state="detached")


def test_an_outlier_turns_the_gaussian_line_and_not_hubers(lessons) -> None:
    opened(lessons, "losses")
    says(lessons, "slope-huber", "0.5661")
    before = float(lessons.get_by_test_id("slope-gaussian").inner_text())
    lessons.get_by_test_id("losses-outlier").click()
    lessons.wait_for_function(
        "before => Number(document.querySelector('[data-testid=slope-gaussian]').innerText)"
        " > before + 0.2",
        arg=before,
    )
    assert float(lessons.get_by_test_id("slope-huber").inner_text()) < 0.7
    lessons.get_by_test_id("losses-reset").click()
    says(lessons, "slope-gaussian", str(before))
    lessons.get_by_test_id("epsilon-point-11").focus()
    for _ in range(3):
        lessons.keyboard.press("ArrowUp")
    lessons.wait_for_function(
        "before => Number(document.querySelector('[data-testid=slope-gaussian]').innerText)"
        " > before",
        arg=before,
    )


def test_the_most_probable_model_and_the_most_probable_answer_part(lessons) -> None:
    opened(lessons, "models")
    says(lessons, "optimal-plus", "0.400")
    says(lessons, "map-says", "+")
    says(lessons, "optimal-says", "−")
    box = lessons.get_by_test_id("posterior-0").bounding_box()
    lessons.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + 5)
    lessons.mouse.down()
    lessons.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + 5, steps=4)
    lessons.mouse.up()
    says(lessons, "optimal-says", "+")
    says(lessons, "against-best", "[")
    lessons.get_by_test_id("world-fitted").click()
    typed(lessons, "value-lesson-average-draws", "20")
    says(lessons, "average-table", "20 draws")
    says(lessons, "average-table", "best single model")


def test_clusters_are_found_step_by_step_and_measured(lessons) -> None:
    opened(lessons, "kmeans")
    lessons.get_by_test_id("kmeans-end").click()
    says(lessons, "kmeans-value", "205.09")
    says(lessons, "kmeans-best", "71.555")
    lessons.get_by_test_id("kmeans-method-mixture").click()
    typed(lessons, "value-lesson-sigma", "0.05")
    says(lessons, "kmeans-distance", "0")
    opened(lessons, "em")
    lessons.get_by_test_id("em-on").click()
    says(lessons, "em-divergence", "0")
    lessons.get_by_test_id("em-end").click()
    says(lessons, "em-theta", "−1.386")
    opened(lessons, "story")
    lessons.get_by_test_id("story-kinds-hidden").click()
    lessons.get_by_test_id("plates-mixture").wait_for()
    opened(lessons, "classes")
    lessons.get_by_test_id("classes-never").click()
    says(lessons, "classes-accuracy", "0.9900")
    opened(lessons, "marks")
    says(lessons, "marks-purity", "0.7059")
    lessons.get_by_test_id("mark-5").drag_to(lessons.get_by_test_id("mark-7"))
    says(lessons, "marks-purity", "0.7647")
    opened(lessons, "p-value")
    typed(lessons, "only-first", "17")
    says(lessons, "p-exact", "0.03469")


def test_speaker_mode_has_large_type_and_settings_only_when_asked(lessons) -> None:
    opened(lessons, "p-value")
    lessons.set_viewport_size({"width": 1280, "height": 720})
    aside, main = lessons.locator(".lesson-aside"), lessons.locator(".lesson-main")
    size = "each => parseFloat(getComputedStyle(each).fontSize)"
    before = main.evaluate(size)
    lessons.get_by_test_id("speaker").click()
    aside.wait_for(state="hidden")
    assert main.evaluate(size) > 1.3 * before
    assert lessons.locator(".rail").is_hidden()
    for name in ("kmeans", "em", "story", "classes", "marks", "p-value"):
        opened(lessons, name)
        assert main.evaluate("each => each.scrollHeight <= each.clientHeight"), name
    lessons.get_by_test_id("speaker-settings").click()
    aside.wait_for()
    lessons.get_by_test_id("speaker").click()
    lessons.locator(".rail").wait_for()
    assert main.evaluate(size) == before


def test_a_lesson_leaves_as_a_link_a_picture_and_lines_of_python(lessons, tmp_path) -> None:
    opened(lessons, "people")
    typed(lessons, "person-weight", "82.5")
    says(lessons, "people-verdict", "more likely")
    lessons.get_by_test_id("lesson-python").click()
    says(lessons, "lesson-python-text", "82.5")
    with lessons.expect_download() as saved:
        lessons.get_by_test_id("lesson-picture").click()
    saved.value.save_as(tmp_path / "lesson.png")
    with Image.open(tmp_path / "lesson.png") as picture:
        assert picture.width > 1200
        colors = picture.convert("RGB").resize((200, 120)).getcolors(24_000)
        assert len(colors) > 50
    lessons.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lessons.get_by_test_id("share").click()
    link = lessons.wait_for_function(
        "navigator.clipboard.readText().then(text => text.includes('#lesson=') && text)"
    ).json_value()
    other = lessons.context.new_page()
    other.goto(link)
    says(other, "people-verdict", "more likely")
    assert other.get_by_test_id("person-weight").input_value() == "82.5"
    opened(other, "neighbors")
    typed(other, "value-lesson-draws", "20")
    says(other, "neighbors-figures", "20 draws")
    other.reload()
    says(other, "neighbors-figures", "20 draws")
    other.get_by_test_id("undo").click()
    other.wait_for_function(
        "!document.querySelector('[data-testid=neighbors-figures]').textContent"
        ".includes('20 draws')"
    )
    other.close()


def test_what_a_hand_does_in_a_lesson_is_taken_back_and_done_again(lessons) -> None:
    opened(lessons, "people")
    undo, redo = lessons.get_by_test_id("undo"), lessons.get_by_test_id("redo")
    weight = lessons.get_by_test_id("person-weight")
    start = weight.input_value()
    chart = lessons.get_by_test_id("chart-people-weight").bounding_box()
    lessons.mouse.move(chart["x"] + 0.6 * chart["width"], chart["y"] + 60)
    lessons.mouse.down()
    for part in (0.65, 0.7, 0.75):
        lessons.mouse.move(chart["x"] + part * chart["width"], chart["y"] + 60)
        lessons.wait_for_timeout(50)
    lessons.mouse.up()
    dragged = weight.input_value()
    assert dragged not in (start, "59")
    lessons.get_by_test_id("people-reset").click()
    assert weight.input_value() == "59"
    undo.click()
    assert weight.input_value() == dragged
    undo.click()
    assert weight.input_value() == start
    redo.click()
    assert weight.input_value() == dragged
    open_room(lessons, "lab")
    assert redo.is_disabled()  # the session's own steps again


def test_no_lesson_has_a_serious_fault_of_access_or_scrolls_its_picture_away(
    lessons, serious_faults
) -> None:
    for name in TOPICS:
        opened(lessons, name)
        main = lessons.locator(".lesson-main")
        assert main.evaluate("each => each.scrollHeight <= each.clientHeight"), name
        assert serious_faults(lessons, ".lessons", also_dark=True) == [], name


def test_one_walk_through_lines_neighbors_and_margins(lessons) -> None:
    opened(lessons, "line")
    says(lessons, "line-product", "2.24 · 1.34 = 3")
    lessons.get_by_test_id("line-double").click()
    says(lessons, "line-product", "4.47 · 1.34 = 6")
    opened(lessons, "rates")
    says(lessons, "rate-updates-1", "3 updates")
    lessons.get_by_test_id("start-zero").click()
    lessons.wait_for_function(
        "document.querySelector('[data-testid=rate-updates-0]').innerText"
        " === document.querySelector('[data-testid=rate-updates-2]').innerText"
    )
    opened(lessons, "risk")
    says(lessons, "risk-excess", "0.04")
    lessons.get_by_test_id("risk-jumps").click()
    says(lessons, "risk-alpha", "infinite")
    dragged(lessons, "chart-risk", (0.35, 0.3), (0.525, 0.3))
    lessons.wait_for_function(
        "Number(document.querySelector('[data-testid=risk-excess]').innerText) < 0.02"
    )
    opened(lessons, "folds")
    says(lessons, "fold-mean", "0.2")
    lessons.get_by_test_id("folds-best").click()
    says(lessons, "fold-test", "0.0667")
    opened(lessons, "dimension")
    typed(lessons, "value-lesson-draws", "5")
    says(lessons, "dimension-figures", "mean of 5 draws")
    opened(lessons, "dual")
    says(lessons, "kkt-gap", "✓")
    lessons.get_by_test_id("dual-start").click()
    says(lessons, "kkt-gap", "10")
    lessons.get_by_test_id("dual-on").click()
    says(lessons, "kkt-gap", "2.78")
    opened(lessons, "kernels")
    lessons.get_by_test_id("kernel-sigmoid").click()
    says(lessons, "kernels-verdict", "−3.92")
    opened(lessons, "wide")
    typed(lessons, "value-lesson-draws", "5")
    says(lessons, "wide-figures", "mean of 5 draws")
    says(lessons, "wide-shuffled-1000", "0.000")
    opened(lessons, "tube")
    says(lessons, "tube-dual", "4.8169")
    lessons.get_by_test_id("tube-kernel-linear").click()
    lessons.wait_for_function(
        "document.querySelector('[data-testid=tube-primal]').innerText !== '4.8169'"
    )
