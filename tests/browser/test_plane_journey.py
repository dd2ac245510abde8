"""Journeys through the plane, in a real browser against a real server."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from steersman.session import Session
from steersman.session.plane.choice import plane_choice
from steersman.session.plane.room import PlaneRoom
from steersman_benchmarks.browser import open_room, wait_for_answer
from steersman_benchmarks.speed.interaction import slider_latencies_ms

pytestmark = pytest.mark.browser
PICTURES = Path(__file__).parents[2] / "test-output"


def text(page, name: str) -> str:
    return page.get_by_test_id(name).inner_text()


def number(page, name: str) -> int:
    return int(re.sub(r"[^\d]", "", text(page, name)))


def wait_for_change(page, name: str, before: str) -> None:
    page.wait_for_function(
        "([name, before]) => document.querySelector(`[data-testid=${name}]`).innerText !== before",
        arg=[name, before],
    )


def cells(page, split: str) -> dict[str, int]:
    return {cell: number(page, f"{split}-{cell}") for cell in ("tp", "fp", "fn", "tn")}


def test_the_token_leaves_the_address_bar(page) -> None:
    assert "token" not in page.url


def test_a_slider_moves_points_and_numbers_and_undo_brings_them_back(page, workbench) -> None:
    session, _ = workbench
    before = cells(page, "training")
    f1 = text(page, "training-f1")
    # All at once, on any machine: presses in quick succession are one step.
    page.get_by_test_id("knob-alpha").evaluate(
        """knob => {
            const press = { key: "ArrowLeft", bubbles: true, cancelable: true };
            for (let time = 0; time < 12; time++) {
                knob.dispatchEvent(new KeyboardEvent("keydown", press));
            }
        }"""
    )
    wait_for_change(page, "training-f1", f1)
    wait_for_answer(page)
    shown = cells(page, "training")
    plane = session.rooms[PlaneRoom].plane(session.history.step.state)
    observed = plane.line_cells("training")
    assert shown == {"tp": observed.tp, "fp": observed.fp, "fn": observed.fn, "tn": observed.tn}
    assert shown != before
    assert session.history.now == 1
    page.get_by_test_id("undo").click()
    page.wait_for_function("window.steersman.workbench.store.view.value.history.now === 0")
    page.wait_for_function(
        "before => document.querySelector('[data-testid=training-f1]').innerText === before", arg=f1
    )
    assert cells(page, "training") == before
    assert session.history.now == 0


def test_slider_to_pixels_is_logged(page, record_property) -> None:
    PICTURES.mkdir(exist_ok=True)
    log = {knob: slider_latencies_ms(page, knob, 10).shown for knob in ("alpha", "slope")}
    for knob, values in log.items():
        assert min(values) > 0
        record_property(f"{knob} p95 ms", float(np.percentile(values, 95)))
    (PICTURES / "slider-to-pixels.json").write_text(json.dumps(log, indent=1))


def test_another_category_and_fold_are_shown_in_both_plots(page, workbench) -> None:
    session, _ = workbench
    before = text(page, "training-positives")
    page.get_by_test_id("category").click()
    page.get_by_test_id("category-search").fill("signal processing")
    page.get_by_test_id("category-option").first.click()
    wait_for_change(page, "training-positives", before)
    assert session.history.step.state.category == "signal processing"
    fold = text(page, "fold")
    page.get_by_test_id("fold-next").click()
    wait_for_change(page, "fold", fold)
    assert plane_choice(session.history.step.state).fold == 1


def test_a_point_opens_its_document(page) -> None:
    plot = page.get_by_test_id("plot-training")
    box = plot.bounding_box()
    for share in np.linspace(0.2, 0.8, 13):
        page.mouse.click(box["x"] + box["width"] * share, box["y"] + box["height"] * (1 - share))
        if page.get_by_test_id("document").count():
            break
    page.get_by_test_id("document").wait_for()
    assert page.get_by_test_id("document-word").count() > 0


def middle_of(page, part: str, which: int = 0) -> tuple[float, float]:
    """Where a part of the line, or its end, is on the page."""
    box = page.locator(f"[data-testid=line-training] [data-part={part}]").nth(which).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def dragged(page, start: tuple[float, float], by: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + by[0], start[1] + by[1], steps=5)
    page.mouse.up()
    page.evaluate("() => new Promise(drawn => requestAnimationFrame(drawn))")
    wait_for_answer(page)


def test_the_line_is_taken_with_the_mouse_and_the_arrow_keys(page, workbench) -> None:
    session, _ = workbench

    def line() -> tuple[float, float]:
        return session.rooms[PlaneRoom].plane(session.history.step.state).slope, session.rooms[
            PlaneRoom
        ].plane(session.history.step.state).intercept

    slope, intercept = line()
    dragged(page, middle_of(page, "middle"), (0, -30))
    assert line()[0] == pytest.approx(slope)
    assert line()[1] > intercept
    shifted = line()
    middle = middle_of(page, "middle")
    dragged(page, middle_of(page, "end", 1), (-40, 0))
    assert line()[0] != pytest.approx(slope, rel=0.01)
    # The line turns about its middle: that point still lies on it.
    near, far = np.array(middle_of(page, "middle")), np.array(middle_of(page, "end", 1))
    (x, y), (dx, dy) = np.array(middle) - near, far - near
    assert abs(x * dy - y * dx) / np.hypot(dx, dy) < 3
    assert session.history.now == 2
    page.get_by_test_id("undo").click()
    wait_for_answer(page)
    assert line() == shifted
    page.get_by_test_id("plot-training").focus()
    page.keyboard.press("ArrowUp")
    wait_for_answer(page)
    assert line()[0] == shifted[0]
    assert line()[1] > shifted[1]
    page.keyboard.press("ArrowLeft")
    wait_for_answer(page)
    assert line()[0] > shifted[0]


def test_a_word_is_silenced_and_set_by_hand_and_undone(page, workbench) -> None:
    session, _ = workbench

    def weight() -> float:
        return float(page.locator(".word-chosen .word-weight").get_attribute("data-value"))

    def wait_for_weight(wanted: float) -> None:
        page.wait_for_function(
            "wanted => {"
            " const cell = document.querySelector('.word-chosen .word-weight');"
            " return cell && Math.abs(Number(cell.dataset.value) - wanted) < 1e-3;"
            "}",
            arg=wanted,
        )

    page.get_by_test_id("tab-words").click()
    row = page.get_by_test_id("word-row").first
    row.wait_for()
    name = row.get_attribute("data-word")
    row.locator("button").click()
    page.get_by_test_id("word-detail").wait_for()
    # Its place in the table depends on its weight: look for it, so that it stays in sight.
    page.get_by_test_id("words-search").fill(name)
    before = weight()
    page.get_by_test_id("word-silence").click()
    wait_for_weight(0.0)
    (word,) = plane_choice(session.history.step.state).words
    assert (word.word, word.alpha > 100) == (name, True)
    page.get_by_test_id("undo").click()
    wait_for_weight(before)
    page.get_by_test_id("knob-word-alpha").focus()
    page.keyboard.press("PageUp")
    assert weight() != pytest.approx(before, abs=1e-3)
    (word,) = plane_choice(session.history.step.state).words
    assert (word.word, word.alpha > 1) == (name, True)
    page.get_by_test_id("word-reset").click()
    wait_for_weight(before)
    assert plane_choice(session.history.step.state).words == ()


def test_a_word_is_found(page) -> None:
    page.keyboard.press("/")
    page.get_by_test_id("search").fill("matrix")
    page.keyboard.press("Enter")
    page.get_by_test_id("search-count").wait_for()
    assert number(page, "search-count") > 50


def test_the_browsers_back_and_forward_go_through_the_rooms(page, workbench) -> None:
    def shown() -> str:
        return page.evaluate("window.steersman.workbench.room.value")

    for room in ("lab", "bayes"):
        open_room(page, room)
    walked = [shown()]
    for go in (page.go_back, page.go_back, page.go_forward, page.go_back):
        go()
        walked.append(shown())
    assert walked == ["bayes", "lab", "plane", "lab", "plane"]
    page.get_by_test_id("training-f1").wait_for()


def test_best_line_keys_and_reload_keep_the_work(page, workbench) -> None:
    session, _ = workbench
    f1 = text(page, "training-f1")
    page.keyboard.press("b")
    wait_for_change(page, "training-f1", f1)
    best = text(page, "training-f1")
    page.reload()
    page.get_by_test_id("training-f1").wait_for()
    assert text(page, "training-f1") == best
    page.keyboard.press("z")
    wait_for_change(page, "training-f1", best)
    assert session.history.now == 0


def test_what_the_hand_did_just_before_the_window_went_away_is_done(page, workbench) -> None:
    session, _ = workbench
    page.evaluate(
        """() => {
            const store = window.steersman.workbench.store;
            const gesture = store.newGesture();
            for (const alpha of [0.5, 0.25, 0.125]) store.moveKnob("alpha", alpha, gesture);
            location.reload();
        }"""
    )
    page.wait_for_function(
        "window.steersman?.workbench?.store.state.value?.plane.knobs.alpha === 0.125",
    )
    assert session.history.now == 1


def test_a_table_of_numbers_can_be_chosen(page, workbench) -> None:
    session, _ = workbench
    before = text(page, "training-documents")
    page.get_by_test_id("data").click()
    page.get_by_test_id("data-option").filter(has_text="wine").click()
    wait_for_change(page, "training-documents", before)
    assert session.history.step.state.dataset == "wine"


def test_a_typed_number_that_cannot_be_is_said_and_changes_nothing(page, workbench) -> None:
    session, _ = workbench
    value = page.get_by_test_id("value-alpha")
    value.click()
    value.fill("-1")
    page.keyboard.press("Enter")
    assert "above 0" in text(page, "refusal")
    assert value.input_value() == "1"
    assert plane_choice(session.history.step.state).knobs["alpha"] == 1.0


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800), (1920, 1080)])
def test_both_plots_fit_the_window_without_scrolling(visit, workbench, size) -> None:
    _, url = workbench
    width, height = size
    page = visit(url, width=width, height=height)
    page.get_by_test_id("training-f1").wait_for()
    for split in ("training", "validation"):
        box = page.get_by_test_id(f"plot-{split}").bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
        assert box["width"] > 250
    assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
    PICTURES.mkdir(exist_ok=True)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=PICTURES / f"plane-{width}x{height}-{scheme}.png")


def test_points_are_drawn_in_the_color_of_positives(visit, workbench) -> None:
    _, url = workbench
    page = visit(url, height=800)
    page.get_by_test_id("training-f1").wait_for()
    wait_for_answer(page)
    picture = Image.open(BytesIO(page.get_by_test_id("plot-training").screenshot())).convert("RGB")
    red, green, blue = np.asarray(picture, dtype=int).transpose(2, 0, 1)
    vermilion = (red > 180) & (green < 140) & (blue < 90)
    assert vermilion.sum() > 300


def test_on_a_narrow_page_the_counts_stay_in_their_half(page) -> None:
    page.set_viewport_size({"width": 1040, "height": 800})
    halves = page.locator(".split")
    for half in (halves.nth(0), halves.nth(1)):
        box, counts = half.bounding_box(), half.locator(".counts").bounding_box()
        measures = half.locator(".measures").bounding_box()
        assert counts["x"] >= box["x"]
        assert counts["x"] + counts["width"] <= box["x"] + box["width"]
        assert counts["y"] >= measures["y"] + measures["height"] - 1
        assert half.locator(".plot-box").bounding_box()["height"] > 300


def test_at_twice_the_size_nothing_at_the_top_lies_over_another(page) -> None:
    page.set_viewport_size({"width": 640, "height": 400})
    overlaps = """root => {
        const boxes = [...root.children].map(each => each.getBoundingClientRect());
        return boxes.filter(({width}) => width > 2).flatMap((a, i, all) => all.slice(i + 1).filter(
            b => a.left < b.right - 1 && b.left < a.right - 1 &&
                a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
    }"""
    assert page.locator(".topbar").evaluate(overlaps) == 0
    name = page.locator(".project-name").bounding_box()
    assert name["width"] > 20
    assert name["x"] + name["width"] <= 640
    open_room(page, "lab")
    page.locator(".lab-top").wait_for()
    assert page.locator(".lab-top").evaluate(overlaps) == 0


def test_words_are_tuned_in_every_fold_before_all_folds_are_told(visit, news) -> None:
    session = Session(news)
    page = visit(session)
    page.get_by_test_id("tune-each").click()
    page.get_by_test_id("tune-folds").wait_for()
    assert text(page, "folds-f1") == "–"
    page.get_by_test_id("tune-folds").click()
    page.get_by_test_id("tune-folds").wait_for(state="detached")
    wait_for_answer(page)
    folds = session.view().values["folds"]["f1"]
    assert text(page, "folds-f1").startswith(f"{folds['mean']:.2f}".lstrip("0"))
    page.get_by_test_id("fold-next").click()
    page.wait_for_function(
        "f1 => Number(document.querySelector('[data-testid=validation-f1]').dataset.value) === f1",
        arg=folds["each"][1],
    )
    assert text(page, "tuned").startswith("Each value has")
