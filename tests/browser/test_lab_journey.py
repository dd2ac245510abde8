"""Journeys through the lab, one for each family, in a real browser against a real server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest

from steersman.data import load
from steersman.session import Session
from steersman.session.lab.choice import LabChoice
from steersman_benchmarks.browser import WAIT_MS, open_room

pytestmark = pytest.mark.browser
MENU = [{"name": "wine", "title": "wine", "summary": "A table of numbers"}]


@pytest.fixture
def lab(visit) -> tuple[object, Session]:
    """The lab, open."""
    session = Session(load("wine"), MENU)
    page = visit(session, accept_downloads=True)
    open_room(page, "lab")
    page.get_by_test_id("training-error-0").wait_for()
    return page, session


def choose(page, menu: str, title: str) -> None:
    page.get_by_test_id(menu).click()
    page.get_by_role("option", name=title).first.click()
    page.locator(f"[data-testid={menu}]", has_text=title[:12]).wait_for()


def points(page, title: str) -> None:
    choose(page, "lab-source", title)


def model(page, title: str, place: int = 0) -> None:
    choose(page, f"lab-model-{place}", title)


def error_rate(page, kind: str, place: int = 0) -> float:
    shown = page.get_by_test_id(f"{kind}-error-{place}")
    return float(shown.get_attribute("data-rate"))


def until(page, condition: Callable[[], bool]) -> None:
    """Waits until what the page shows is as expected."""
    ends = monotonic() + WAIT_MS / 1000
    while not condition() and monotonic() < ends:
        page.wait_for_timeout(50)
    assert condition()


def shown_model(session: Session, place: int = 0) -> dict:
    return session.view().values["lab"]["models"][place]


def pixel(page, place: int, share_x: float, share_y: float) -> list[int]:
    """The color at a share of the picture's own square."""
    return page.evaluate(
        """([place, sx, sy]) => {
            const canvas = document.querySelector(`[data-testid=picture-${place}] canvas`);
            const at = [canvas.width * sx, canvas.height * sy].map(Math.round);
            return Array.from(canvas.getContext('2d').getImageData(at[0], at[1], 1, 1).data);
        }""",
        [place, share_x, share_y],
    )


def test_linear_models_and_a_perceptron_that_learns_and_and_refuses_xor(
    lab, serious_faults
) -> None:
    page, session = lab
    assert "x1" in page.get_by_test_id("equation-0").inner_text()
    assert "weights" in page.get_by_test_id("equation-0").inner_text()
    assert ".081" in page.get_by_test_id("bayes-error").inner_text()
    assert pixel(page, 0, 0.3, 0.7) != pixel(page, 0, 0.7, 0.2)
    points(page, "AND")
    model(page, "Perceptron")
    page.get_by_text("Converged after 20 updates").wait_for()
    page.get_by_test_id("way-start-0").click()
    page.locator("[data-testid=way-0][data-step='0']").wait_for()
    page.get_by_test_id("way-on-0").click()
    page.locator("[data-testid=way-0][data-step='1']").wait_for()
    assert "wrong" in page.get_by_test_id("way-0").inner_text()
    assert shown_model(session)["weights"] == (1.0, 1.0, 1.0)
    # It plays from where the hand left it, up to the last.
    page.get_by_test_id("way-scrub-0").focus()
    page.keyboard.press("End")
    page.locator("[data-testid=way-0][data-step='20']").wait_for()
    for step in (19, 18, 17):
        page.get_by_test_id("way-back-0").click()
        page.locator(f"[data-testid=way-0][data-step='{step}']").wait_for()
    page.get_by_test_id("way-play-0").click()
    page.locator("[data-testid=way-0][data-step='20']").wait_for()
    until(page, lambda: error_rate(page, "training") == 0)
    assert serious_faults(page) == []
    points(page, "XOR")
    page.get_by_text("can never converge").wait_for()
    page.get_by_test_id("proof-0").wait_for()
    page.get_by_test_id("undo").click()
    page.get_by_text("Converged").wait_for()


def test_logistic_regression_climbs_and_answers_while_its_rate_moves(lab, serious_faults) -> None:
    page, session = lab
    model(page, "Logistic regression")
    page.get_by_test_id("likelihood-0").wait_for()
    page.get_by_test_id("path-0").wait_for()
    assert "likelihood" in page.get_by_test_id("way-0").inner_text()
    before = shown_model(session)["weights"]
    slider = page.get_by_test_id("knob-model-0-learning_rate")
    slider.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    until(page, lambda: shown_model(session)["weights"] != before)
    page.get_by_test_id("method-stochastic-0").click()
    page.locator("[data-testid=method-stochastic-0][aria-pressed=true]").wait_for()
    page.get_by_test_id("way-scrub-0").focus()
    page.keyboard.press("Home")
    page.locator("[data-testid=way-0][data-step='0']").wait_for()
    assert shown_model(session)["weights"] == (0, 0, 0)
    page.get_by_test_id("lab-python-0").click()
    assert "LogisticAscentClassifier" in page.get_by_test_id("python-text").inner_text()
    assert serious_faults(page) == []


def test_naive_bayes_draws_its_densities_along_the_edges(lab, serious_faults) -> None:
    page, _ = lab
    for title in ("Gaussian naive Bayes", "Bernoulli naive Bayes", "Multinomial naive Bayes"):
        model(page, title)
        page.get_by_text("Along the edges").wait_for()
    model(page, "Binned naive Bayes")
    page.get_by_test_id("value-model-0-bins").fill("4")
    page.keyboard.press("Enter")
    page.get_by_text("bins 4", exact=True).first.wait_for()
    until(page, lambda: error_rate(page, "test") < 0.2)
    assert serious_faults(page) == []


def test_neighbors_from_one_to_all_with_the_curve_of_every_k(lab, serious_faults) -> None:
    page, session = lab
    points(page, "Uniform square")
    model(page, "k nearest neighbors")
    page.get_by_test_id("curve-0").wait_for()
    assert page.get_by_test_id("theory-k").inner_text() == "10"
    slider = page.get_by_test_id("knob-model-0-n_neighbors")
    assert slider.get_attribute("aria-valuemax") == "100"
    slider.focus()
    page.keyboard.press("Home")
    until(page, lambda: error_rate(page, "training") == 0)
    one = error_rate(page, "test")
    page.get_by_test_id("take-best-k").click()
    until(page, lambda: error_rate(page, "test") != one)
    assert error_rate(page, "test") < one
    assert shown_model(session)["knobs"][0]["value"] == int(
        page.get_by_test_id("best-k").inner_text()
    )
    assert serious_faults(page) == []


def test_a_support_vector_machine_shows_its_margin_and_dual_coefficients(
    lab, serious_faults
) -> None:
    page, _ = lab
    points(page, "XOR")
    model(page, "Support vector machine")
    page.get_by_test_id("margin-hard-0").click()
    page.get_by_test_id("refusal-0").wait_for()
    page.get_by_test_id("kernel-rbf-0").click()
    page.get_by_test_id("support").wait_for()
    until(page, lambda: error_rate(page, "training") == 0)
    page.get_by_test_id("picture-0").focus()
    box = page.get_by_test_id("picture-0").bounding_box()
    place = page.evaluate(
        """() => {
            const { lab } = window.steersman.workbench.rooms;
            return { window: lab.view.value.points.window, xy: Array.from(lab.points.value) };
        }"""
    )
    x0, x1, y0, y1 = place["window"]
    size = min(box["width"] - 60, box["height"] - 62)
    left = box["x"] + 44 + (box["width"] - 60 - size) / 2
    top = box["y"] + 24 + (box["height"] - 62 - size) / 2
    page.mouse.move(
        left + (place["xy"][0] - x0) / (x1 - x0) * size,
        top + size - (place["xy"][1] - y0) / (y1 - y0) * size,
    )
    tip = page.get_by_test_id("point-0")
    tip.wait_for()
    assert "α =" in tip.inner_text()
    assert "margin" in tip.inner_text()
    assert serious_faults(page) == []
    with page.expect_download() as saved:
        page.get_by_test_id("lab-png-0").click()
    assert saved.value.suggested_filename == "steersman-lab-svm.png"
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")


def test_points_are_painted_erased_and_carried_by_the_link(lab, serious_faults) -> None:
    page, session = lab
    points(page, "Painted by hand")
    page.get_by_text("No points yet").wait_for()
    box = page.get_by_test_id("picture-0").bounding_box()

    def at(x: float, y: float) -> tuple[float, float]:
        return box["x"] + x * box["width"], box["y"] + y * box["height"]

    def painted() -> list[float]:
        return [point[2] for point in session.state.choice(LabChoice).painted]

    page.mouse.click(*at(0.4, 0.3))
    until(page, lambda: painted() == [1.0])
    page.keyboard.down("Shift")
    page.mouse.click(*at(0.6, 0.7))
    page.keyboard.up("Shift")
    until(page, lambda: painted() == [1.0, 0.0])
    page.get_by_test_id("training-error-0").wait_for()
    page.get_by_test_id("brush-negative").click()
    page.mouse.move(*at(0.5, 0.5))
    page.mouse.down()
    page.mouse.move(*at(0.5, 0.7), steps=6)
    page.mouse.up()
    count = page.evaluate("window.steersman.workbench.rooms.lab.painting().length")
    assert count > 4
    until(page, lambda: len(painted()) == count)
    page.get_by_test_id("picture-0").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    until(page, lambda: len(painted()) == count + 1)
    page.get_by_test_id("brush-erase").click()
    page.mouse.click(*at(0.4, 0.3))
    until(page, lambda: 1.0 not in painted())
    page.get_by_text("All points are negative").wait_for()
    assert serious_faults(page) == []
    page.get_by_test_id("undo").click()
    page.get_by_test_id("training-error-0").wait_for()
    assert 1.0 in painted()
    link = page.evaluate(
        """() => '#room=lab&state=' + encodeURIComponent(
            JSON.stringify(window.steersman.workbench.store.state.value))"""
    )
    state = session.state
    page.get_by_test_id("lab-tab-data").click()
    page.get_by_test_id("lab-clear").click()
    until(page, lambda: painted() == [])
    open_room(page, "plane")
    page.evaluate("link => { location.hash = link }", link)
    until(page, lambda: session.state.choice(LabChoice) == state.choice(LabChoice))
    page.locator("[data-testid=room-lab][aria-current=page]").wait_for()
    page.get_by_test_id("history-step").first.click()
    until(page, lambda: session.state.choice(LabChoice).source == "gaussians")
    page.get_by_test_id("training-error-0").wait_for()


def test_two_models_stand_side_by_side_on_the_same_points(lab, serious_faults) -> None:
    page, session = lab
    points(page, "Two columns of the data")
    page.get_by_test_id("lab-add").click()
    page.get_by_test_id("pane-1").wait_for()
    model(page, "Support vector machine", place=1)
    page.get_by_test_id("kernel-poly-1").click()
    page.locator("[data-testid=kernel-poly-1][aria-pressed=true]").wait_for()
    until(
        page, lambda: error_rate(page, "training", 1) == shown_model(session, 1)["training"]["rate"]
    )
    sizes = [page.get_by_test_id(f"picture-{place}").bounding_box() for place in (0, 1)]
    assert sizes[0]["height"] == sizes[1]["height"]
    assert serious_faults(page) == []
    page.get_by_test_id("theme").click()
    assert serious_faults(page) == []
    page.get_by_test_id("lab-remove-0").click()
    page.get_by_test_id("pane-1").wait_for(state="detached")
    assert shown_model(session)["model"] == "svm"
