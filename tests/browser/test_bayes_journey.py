"""Journeys through Bayes in the plane, in a real browser against a real server."""

from __future__ import annotations

from math import exp, log
from pathlib import Path

import pytest

from steersman_benchmarks.browser import open_room

pytestmark = pytest.mark.browser
PICTURES = Path(__file__).parents[2] / "test-output"


@pytest.fixture
def room(page):
    """The Bayes room, with its first answer shown."""
    open_room(page, "bayes")
    page.get_by_test_id("bayes-verdict").wait_for()
    return page


def value(page, name: str) -> float:
    return float(page.get_by_test_id(name).inner_text().replace("−", "-"))


def wait_for_value(page, testid: str, wanted: float) -> None:
    page.wait_for_function(
        "([name, wanted]) => {"
        " const shown = document.querySelector(`[data-testid=${name}]`)?.innerText;"
        " return shown && Math.abs(Number(shown.replace('−', '-')) - wanted) < 0.01; }",
        arg=[testid, wanted],
    )


def wait_for_text(page, name: str, wanted: str) -> None:
    page.wait_for_function(
        "([name, wanted]) => "
        "document.querySelector(`[data-testid=${name}]`)?.innerText.includes(wanted)",
        arg=[name, wanted],
    )


def typed(page, name: str, text: str) -> None:
    field = page.get_by_test_id(f"value-bayes-{name}")
    field.click()
    field.fill(text)
    page.keyboard.press("Enter")


def place(page, plane: str, x: float, y: float) -> tuple[float, float]:
    """The pixel of a point of a unit square."""
    ground = page.locator(f"[data-testid=plane-{plane}] .square-ground").bounding_box()
    return ground["x"] + x * ground["width"], ground["y"] + (1 - y) * ground["height"]


def test_the_four_spaces_agree_with_bayes_rule(room) -> None:
    typed(room, "positive", "0.5")
    typed(room, "negative", "0.2")
    typed(room, "prior", "0.1")
    typed(room, "cost", "3")
    wait_for_text(room, "bayes-joint-x", "0.050")
    wait_for_text(room, "bayes-verdict", "3 × 0.050 = 0.15 against 0.18")
    assert value(room, "bayes-joint-y") == pytest.approx(0.18)
    assert value(room, "bayes-evidence") == pytest.approx(0.23)
    assert value(room, "bayes-posterior-x") == pytest.approx(0.05 / 0.23, abs=5e-4)
    assert value(room, "bayes-likelihood-x") == pytest.approx(log(0.5), abs=5e-4)
    assert "not c" in room.get_by_test_id("bayes-verdict").inner_text()


def test_the_object_is_dragged_through_the_line(room) -> None:
    wait_for_text(room, "bayes-verdict", "classified as c")
    room.mouse.move(*place(room, "data", 0.26, 0.4))
    room.mouse.down()
    room.mouse.move(*place(room, "data", 0.2, 0.6), steps=5)
    room.mouse.move(*place(room, "data", 0.15, 0.8), steps=5)
    room.mouse.up()
    wait_for_text(room, "bayes-verdict", "classified as not c")
    wait_for_value(room, "bayes-data-x", 0.15)
    wait_for_value(room, "bayes-data-y", 0.8)


def test_the_line_is_dragged_and_the_cost_follows(room) -> None:
    room.mouse.move(*place(room, "joint", 0.8, 0.8))
    room.mouse.down()
    room.mouse.move(*place(room, "joint", 0.8, 0.4), steps=5)
    room.mouse.up()
    wait_for_text(room, "bayes-verdict", "classified as not c")
    cost = float(room.get_by_test_id("value-bayes-cost").input_value())
    assert cost == pytest.approx(0.5, abs=0.02)


def test_the_likelihood_space_stands_still_under_the_hand(room) -> None:
    low = room.locator("[data-testid=plane-likelihood] .tick").first
    before = low.text_content()
    room.mouse.move(*place(room, "likelihood", 0.5, 0.7))
    room.mouse.down()
    room.mouse.move(*place(room, "likelihood", 0.02, 0.7), steps=6)
    wait_for_text(room, "bayes-likelihood-x", "−2.9")
    assert low.text_content() == before
    room.mouse.up()
    room.wait_for_function(
        "before => document.querySelector('[data-testid=plane-likelihood] .tick').textContent"
        " !== before",
        arg=before,
    )


def test_keys_move_the_object_and_change_nothing_else(room, workbench) -> None:
    session, _ = workbench
    before = session.revision
    room.get_by_test_id("bayes-point").focus()
    for _ in range(5):
        room.keyboard.press("ArrowRight")
    wait_for_text(room, "bayes-data-x", "0.310")
    prior = room.get_by_test_id("knob-bayes-prior")
    was = prior.get_attribute("aria-valuenow")
    prior.focus()
    room.keyboard.press("PageDown")
    assert prior.get_attribute("aria-valuenow") != was
    assert session.revision == before


def test_a_line_of_one_space_is_dragged_as_the_curve_of_the_other(room) -> None:
    room.get_by_test_id("bayes-curves").click()
    room.get_by_test_id("curve-verdict").wait_for()
    # m' at the object: e^0.85 * 0.26^0.5
    wait_for_value(room, "local-slope", exp(0.85) * 0.26**0.5)
    curve = room.get_by_test_id("plane-pair-data").locator("polyline.line-hit")
    box = room.get_by_test_id("plane-pair-data").locator(".square-ground").bounding_box()
    slope, q = 1.5, 0.85

    def place(x: float, y: float) -> tuple[float, float]:
        return box["x"] + x * box["width"], box["y"] + (1 - y) * box["height"]

    assert curve.count() == 1
    room.mouse.move(*place(0.4, exp(q) * 0.4**slope))
    room.mouse.down()
    room.mouse.move(*place(0.4, 0.3), steps=4)
    room.mouse.up()
    wait_for_value(room, "local-slope", (0.3 / 0.4**slope) * 0.26**0.5)
    room.get_by_test_id("straight-data").click()
    wait_for_value(room, "local-slope", (0.8 * 0.26 + 0.15) / 0.26)
    room.get_by_test_id("bayes-product").click()
    wait_for_value(room, "product-sum", round(200 * log(0.01), 1))


def test_a_feature_that_says_nothing_puts_objects_together(room) -> None:
    room.get_by_test_id("bayes-objects").click()
    room.get_by_test_id("bayes-demo-verdict").wait_for()
    assert room.get_by_test_id("bayes-label").count() == 8
    room.get_by_test_id("bayes-example-mute").click()
    wait_for_text(room, "bayes-demo-verdict", "f3 is as frequent")
    room.wait_for_function("document.querySelectorAll('[data-testid=bayes-label]').length === 4")
    labels = room.get_by_test_id("bayes-label").all_text_contents()
    assert sorted(labels) == ["000, 001", "010, 011", "100, 101", "110, 111"]


def test_switches_lead_through_the_spaces_and_decide_the_same(room) -> None:
    room.get_by_test_id("bayes-objects").click()
    table = room.get_by_test_id("bayes-objects-table")
    table.wait_for()

    def decided() -> list[str]:
        rows = table.locator("tbody tr").all()
        return [row.get_attribute("data-positive") for row in rows]

    first = decided()
    assert set(first) == {"true", "false"}
    table.get_by_text("P(o | c)", exact=True).wait_for()
    room.get_by_test_id("bayes-logarithmic").focus()
    room.keyboard.press("Space")
    table.get_by_text("log P(o | c)", exact=True).wait_for()
    assert decided() == first
    room.get_by_test_id("bayes-normalized").focus()
    room.keyboard.press("Space")
    table.get_by_text("log P(c | o)", exact=True).wait_for()
    assert decided() == first


@pytest.mark.parametrize("height", [720, 800])
def test_all_pages_fit_without_scrolling(visit, workbench, height: int) -> None:
    _, url = workbench
    page = visit(url, height=height)
    open_room(page, "bayes")
    pages = {"spaces": "bayes-verdict", "curves": "curve-verdict", "objects": "bayes-demo-verdict"}
    for name, seen in pages.items():
        page.get_by_test_id(f"bayes-{name}").click()
        page.get_by_test_id(seen).wait_for()
        box = page.get_by_test_id(seen).bounding_box()
        assert box["y"] + box["height"] <= height
        for plot in page.locator(".lecture .square").all():
            drawn = plot.bounding_box()
            assert drawn["height"] > 200
            assert drawn["y"] + drawn["height"] <= box["y"] + 1
        controls = page.locator(".lecture-controls")
        assert controls.evaluate("each => each.scrollHeight <= each.clientHeight")
        PICTURES.mkdir(exist_ok=True)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=PICTURES / f"bayes-{name}-1280x{height}-{scheme}.png")
    table = page.get_by_test_id("bayes-objects-table").bounding_box()
    assert table["x"] + table["width"] <= controls.bounding_box()["x"]
