"""Journeys through the matrix room, in a real browser against a real server."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import numpy as np
import pytest

from steersman.data import load
from steersman.data.raw_tables import table_of_dataset
from steersman.learn.files import read_model
from steersman.session import Session
from steersman.session.matrix import live_progress
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.live_progress import SteeringNews
from steersman.session.matrix.room import MatrixRoom
from steersman_benchmarks.browser import WAIT_MS

pytestmark = pytest.mark.browser
MENU = [{"name": "wine", "title": "wine", "summary": "A table of numbers"}]

Opener = Callable[..., object]


@pytest.fixture
def opened(visit) -> Opener:
    """Opens the matrix room on a data set."""

    def enter(name: str, **settings: object):
        session = Session(load(name), MENU)
        page = visit(session, room="matrix", **settings)
        page.get_by_test_id("matrix").wait_for()
        return page, session

    return enter


def count(page, row: int, column: int) -> int:
    return int(page.get_by_test_id(f"cell-{row}-{column}").get_attribute("data-count"))


def matrix(page, classes: int = 2) -> list[list[int]]:
    counts = (
        page.get_by_test_id("matrix")
        .locator("[data-count]")
        .evaluate_all("cells => cells.map(cell => Number(cell.dataset.count))")
    )
    assert len(counts) == classes**2
    return np.reshape(counts, (classes, classes)).tolist()


def type_into_cell(page, row: int, column: int, wanted: int) -> None:
    page.get_by_test_id(f"cell-{row}-{column}").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("cell-field").fill(str(wanted))
    page.keyboard.press("Enter")


def answer(page, *, met: bool) -> str:
    shown = page.locator(f"[data-testid=answer][data-met={str(met).lower()}]")
    shown.wait_for()
    return shown.inner_text()


def shown_matrix(session: Session) -> list[list[int]]:
    return (
        session.rooms[MatrixRoom].models.current_model(session.history.step.state).holdout.tolist()
    )


def test_false_alarms_on_spambase_are_lowered_by_a_third(opened) -> None:
    if not os.environ.get("STEERSMAN_DATA"):
        pytest.skip("STEERSMAN_DATA names no folder with Spambase")
    page, session = opened("spambase")
    before = matrix(page)
    wanted = before[0][1] * 2 // 3
    type_into_cell(page, 0, 1, wanted)
    answer(page, met=True)
    after = matrix(page)
    assert after[0][1] <= wanted
    assert after == shown_matrix(session)
    assert f"wanted ≤ {wanted}" in page.get_by_test_id("cell-0-1").inner_text()
    paid = page.get_by_test_id("paid").inner_text()
    assert f"+{after[1][0] - before[1][0]}" in paid
    page.get_by_test_id("undo").click()
    page.wait_for_function(
        "n => document.querySelector('[data-testid=cell-0-1]').dataset.count === n",
        arg=str(before[0][1]),
    )
    assert matrix(page) == before
    page.get_by_test_id("cell-0-1").focus()
    page.keyboard.type(str(wanted))
    assert page.get_by_test_id("cell-field").input_value() == str(wanted)
    page.keyboard.press("Enter")
    assert f"limit {wanted}" in answer(page, met=True)


def test_the_impossible_is_answered_with_what_is_in_the_way(opened) -> None:
    page, session = opened("breast-cancer")
    page.get_by_test_id("model").click()
    page.get_by_text("Nearest neighbors", exact=True).click()
    page.wait_for_function(
        "window.steersman.workbench.rooms.matrix.choice.value.model === 'neighbors'"
    )
    before = matrix(page)
    page.get_by_test_id("want").fill("errors <= 0")
    page.keyboard.press("Enter")
    said = answer(page, met=False)
    assert "Not reached" in said
    assert "Closest" in said
    assert page.locator(".answer-helps button").count() > 0
    assert matrix(page) == shown_matrix(session)
    page.get_by_test_id("want").fill("fp << 3")
    page.keyboard.press("Enter")
    fault = page.get_by_test_id("want-fault").inner_text()
    assert "^" in fault
    assert page.get_by_test_id("banner-error").count() == 0
    assert page.locator("[data-testid=answer][data-met]").count() == 0
    page.get_by_test_id("undo").click()
    page.get_by_test_id("first-words").wait_for()
    assert matrix(page) == before


def test_an_example_is_followed_and_a_node_is_turned(opened) -> None:
    page, session = opened("breast-cancer")
    page.get_by_test_id("page-program").click()
    page.get_by_test_id("grow").click()
    page.get_by_test_id("program").wait_for()
    page.get_by_test_id("page-matrix").click()
    page.get_by_test_id("cell-1-1").click()
    page.get_by_test_id("follow").first.click()
    page.get_by_test_id("path").wait_for()
    state = session.history.step.state
    assert page.get_by_test_id("path-label").inner_text() == "malignant"
    assert page.locator(".flow-way").count() == page.get_by_test_id("path-step").count() - 1
    page.get_by_test_id("granularity-all").click()
    page.wait_for_function(
        "window.steersman.workbench.rooms.matrix.choice.value.granularity === 'all'"
    )
    page.get_by_test_id("node-0").click(position={"x": 10, "y": 10})
    page.get_by_test_id("node-panel").wait_for()
    local = int(page.get_by_test_id("local-1-1").input_value())
    page.get_by_test_id("local-1-1").fill(str(local + 1))
    page.keyboard.press("Enter")
    page.get_by_text("1 adjusted by hand").wait_for()
    shown = session.rooms[MatrixRoom].models.current_model(session.history.step.state)
    assert shown.tuned == (0,)
    assert session.history.step.state.choice(MatrixChoice).shown != state.choice(MatrixChoice).shown


def test_rows_of_a_cell_are_filtered_read_whole_and_saved(opened) -> None:
    page, _ = opened("breast-cancer")
    page.get_by_test_id("cell-0-0").click()
    page.get_by_test_id("example").first.wait_for()
    page.get_by_test_id("examples-search").fill("mean radius > 15")
    page.wait_for_function(
        "window.steersman.workbench.rooms.matrix.examples.value.search === 'mean radius > 15'"
    )
    found = page.evaluate("window.steersman.workbench.rooms.matrix.examples.value.found")
    assert 0 < found < count(page, 0, 0)
    page.get_by_test_id("examples-order").click()
    page.wait_for_function("window.steersman.workbench.rooms.matrix.examples.value.doubtful_first")
    page.get_by_test_id("example").first.click()
    page.get_by_test_id("reasons").wait_for()
    whole = page.get_by_test_id("example-whole")
    whole.filter(has_text="worst symmetry").filter(has_text="mean radius").wait_for()
    with page.expect_download() as saved:
        page.get_by_test_id("examples-export").click()
    lines = Path(saved.value.path()).read_text().strip().splitlines()
    assert len(lines) == found + 1
    assert "worst symmetry" in lines[0]


def test_weak_nodes_are_marked_by_a_threshold_and_walked_from_the_neediest(opened) -> None:
    page, session = opened("breast-cancer")
    page.get_by_test_id("page-program").click()
    page.get_by_test_id("grow").click()
    page.get_by_test_id("program").wait_for()
    page.get_by_test_id("granularity-select").click()
    page.wait_for_function(
        "window.steersman.workbench.rooms.matrix.choice.value.granularity === 'select'"
    )
    corpus = session.library.corpora["breast-cancer"]

    def program() -> dict:
        return session.rooms[MatrixRoom].view(corpus, session.history.step.state).values["program"]

    def lacking() -> int:
        return sum(node["short"] > 0 for node in program()["nodes"])

    assert page.locator(".node-ring").count() == lacking() >= len(program()["offered"])
    page.get_by_test_id("value-threshold").focus()
    while page.evaluate("!document.activeElement.closest('[data-testid^=node-]')"):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.dataset.testid !== 'follow-class-0'")
    page.keyboard.press("ArrowRight")
    page.get_by_test_id("node-panel").filter(has_text="level 1").wait_for()
    page.get_by_test_id("value-threshold").fill("0.5")
    page.keyboard.press("Enter")
    page.wait_for_function("window.steersman.workbench.rooms.matrix.choice.value.threshold === 0.5")
    offered = program()["offered"]
    assert page.locator(".node-ring").count() == lacking() >= len(offered)
    assert 0 in offered
    page.get_by_test_id("next-node").click()
    page.get_by_test_id("node-panel").wait_for()
    assert f"Node {offered[0]}" in page.get_by_test_id("node-panel").inner_text()
    page.get_by_test_id("undo").click()
    page.wait_for_function("window.steersman.workbench.rooms.matrix.choice.value.threshold === 0.3")


def test_the_trajectory_leads_back_and_models_keep_their_names(opened) -> None:
    page, session = opened("breast-cancer")
    before = matrix(page)
    page.get_by_test_id("want").fill("fn <= 1")
    page.keyboard.press("Enter")
    answer(page, met=True)
    assert matrix(page) != before
    page.get_by_test_id("pin-name").fill("gentle")
    page.get_by_test_id("pin").click()
    page.get_by_test_id("unpin").wait_for()
    page.get_by_test_id("page-trajectory").click()
    page.get_by_test_id("go-0").click()
    page.wait_for_function("window.steersman.workbench.rooms.matrix.view.value.shown.number === 0")
    assert page.get_by_test_id("compared").locator("table").count() == 2
    assert "Logistic regression" in page.get_by_test_id("trajectory-row").first.inner_text()
    with page.expect_download() as saved:
        page.get_by_test_id("models-export").click()
    lines = Path(saved.value.path()).read_text().strip().splitlines()
    trajectory = session.rooms[MatrixRoom].models.registry(session.history.step.state).models
    assert len(lines) == len(trajectory) + 1
    with page.expect_download() as saved:
        page.get_by_test_id("model-export").click()
    assert read_model(saved.value.path()).story["holdout"] == before
    with page.expect_download() as saved:
        page.get_by_test_id("card-export").click()
    assert "as fitted" in Path(saved.value.path()).read_text()
    page.get_by_test_id("ask-python").click()
    assert "model_named('logistic'" in page.get_by_test_id("model-python-text").inner_text()
    page.get_by_test_id("page-matrix").click()
    assert matrix(page) == before


def test_three_classes_are_edited_by_keyboard_alone(opened) -> None:
    page, session = opened("iris-fisher")
    page.get_by_test_id("all-classes").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("cell-2-2").wait_for()
    before = matrix(page, 3)
    row, column = next((i, j) for i in range(3) for j in range(3) if i != j and before[i][j] > 0)
    page.get_by_test_id("cell-0-0").focus()
    for _ in range(row):
        page.keyboard.press("ArrowDown")
    for _ in range(column):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("-")
    answer(page, met=True)
    assert count(page, row, column) < before[row][column]
    assert matrix(page, 3) == shown_matrix(session)
    page.keyboard.press("l")
    page.wait_for_function(
        "window.steersman.workbench.rooms.matrix.choice.value.locked.length === 1"
    )
    page.get_by_test_id("model").click()
    page.locator("[data-testid=model-option][data-value=svm]").click()
    page.wait_for_function("window.steersman.workbench.rooms.matrix.choice.value.model === 'svm'")
    page.get_by_test_id("cell-0-0").click()
    page.get_by_test_id("example").first.click()
    assert "median" in page.get_by_test_id("reasons").inner_text()


def test_a_reload_finds_everything_as_it_was(opened) -> None:
    page, _ = opened("breast-cancer")
    page.get_by_test_id("want").fill("fn <= 1")
    page.keyboard.press("Enter")
    said = answer(page, met=True)
    page.get_by_test_id("cell-1-1").click()
    page.get_by_test_id("lock").check()
    page.get_by_test_id("example").first.wait_for()
    before = matrix(page)
    page.reload()
    page.get_by_test_id("matrix").wait_for()
    assert matrix(page) == before
    assert answer(page, met=True) == said
    page.get_by_test_id("example").first.wait_for()
    assert page.get_by_test_id("lock").is_checked()
    assert page.get_by_test_id("cell-1-1").get_attribute("aria-selected") == "true"


def test_dragging_a_bar_steers(opened) -> None:
    page, session = opened("breast-cancer")
    before = matrix(page)
    box = page.get_by_test_id("bar-1-1").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 11)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"], box["y"] + 11, steps=4)
    assert "wanted 57" in page.get_by_test_id("cell-1-1").inner_text()
    page.mouse.up()
    answer(page, met=True)
    assert count(page, 1, 1) == 57 > before[1][1]
    assert matrix(page) == shown_matrix(session)


def test_axe_finds_no_serious_fault(opened, serious_faults) -> None:
    page, _ = opened("breast-cancer")
    page.get_by_test_id("want").fill("fn <= 1")
    page.keyboard.press("Enter")
    answer(page, met=True)
    page.get_by_test_id("cell-1-1").click()
    page.get_by_test_id("example").first.wait_for()
    faults = serious_faults(page, also_dark=True)
    page.get_by_test_id("tab-costs").click()
    page.get_by_test_id("cost-0-1").fill("10")
    page.keyboard.press("Enter")
    page.get_by_test_id("no-costs").wait_for()
    assert page.get_by_test_id("costs").evaluate("panel => panel.scrollWidth <= panel.clientWidth")
    for tab in ("costs", "test"):
        page.get_by_test_id(f"tab-{tab}").click()
        faults += serious_faults(page, also_dark=True)
    page.get_by_test_id("page-trajectory").click()
    faults += serious_faults(page, also_dark=True)
    page.get_by_test_id("page-program").click()
    page.get_by_test_id("grow").click()
    page.get_by_test_id("program").wait_for()
    page.get_by_test_id("node-0").click()
    page.get_by_test_id("node-panel").wait_for()
    faults += serious_faults(page, also_dark=True)
    assert faults == []


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1280, 800), (1920, 1080)])
def test_the_matrix_is_never_scrolled_away(opened, width: int, height: int) -> None:
    page, _ = opened("breast-cancer", width=width, height=height)
    grid = page.get_by_test_id("matrix").bounding_box()
    last = page.get_by_test_id("answer").bounding_box()
    strip = page.locator(".history").bounding_box()
    assert grid["y"] >= 0
    assert grid["y"] + grid["height"] <= last["y"]
    assert last["y"] + last["height"] <= strip["y"] + 1
    overflow = "document.querySelector('.matrix-scroll')"
    assert page.evaluate(f"{overflow}.scrollHeight <= {overflow}.clientHeight + 1")


def test_a_newer_edit_replaces_the_older(opened) -> None:
    page, session = opened("breast-cancer")
    page.get_by_test_id("model").click()
    page.locator("[data-testid=model-option][data-value=martingale]").click()
    page.wait_for_function(
        "window.steersman.workbench.rooms.matrix.choice.value.model === 'martingale'"
    )
    before = count(page, 1, 0)
    page.evaluate(
        """([first, second]) => {
            const room = window.steersman.workbench.rooms.matrix;
            room.edit({ row: 1, column: 0 }, first);
            room.edit({ row: 1, column: 0 }, second);
        }""",
        [0, before - 1],
    )
    page.wait_for_function(
        """most => window.steersman.workbench.rooms.matrix.view.value.outcome?.bounds[0].value
            === most""",
        arg=before - 1,
    )
    page.wait_for_function(
        "most => window.steersman.workbench.rooms.matrix.view.value.shown.matrix[1][0] <= most",
        arg=before - 1,
    )
    assert matrix(page) == shown_matrix(session)


@pytest.fixture
def endless_search(monkeypatch) -> None:
    """Steering goes on until a person ends it, however fast the machine is."""
    # The first model is shown and waits: after some more, the want may be met by the best so far.
    monkeypatch.setattr(live_progress, "PAUSE_S", 0.0)
    add = SteeringNews.add

    def add_and_wait(news: SteeringNews, *model: object) -> None:
        add(news, *model)
        deadline = monotonic() + WAIT_MS / 1000
        while not (news.task.hurried() or news.task.cancelled()):
            assert monotonic() < deadline, "nobody ended the search"
            sleep(0.02)

    monkeypatch.setattr(SteeringNews, "add", add_and_wait)


def steering_for_long(page) -> list:
    """Ask of ten classes what takes long to find; the matrix as it was before."""
    page.get_by_test_id("all-classes").click()
    page.get_by_test_id("cell-9-9").wait_for()
    before = matrix(page, 10)
    if page.get_by_test_id("confidence").is_checked():
        page.get_by_test_id("confidence").click()
    page.get_by_test_id("want").fill("recall(1) >= 100% and recall(8) >= 100% and errors <= 1")
    page.keyboard.press("Enter")
    return before


def test_a_steering_grows_on_the_page_and_stopping_it_leaves_all_as_it_was(
    opened, endless_search
) -> None:
    page, session = opened("digits")
    before = steering_for_long(page)
    page.get_by_test_id("under-way").wait_for()
    page.get_by_test_id("page-trajectory").click()
    page.get_by_test_id("passing-row").first.wait_for()
    page.get_by_test_id("page-matrix").click()
    page.get_by_test_id("stop-steering").click()
    page.get_by_test_id("first-words").wait_for()
    assert matrix(page, 10) == before == shown_matrix(session)
    shelf = session.rooms[MatrixRoom].models.registry(session.history.step.state)
    assert [model.label for model in shelf.models] == ["as fitted"]
    assert page.get_by_test_id("under-way").count() == 0


def test_the_best_so_far_can_be_taken(opened, endless_search, serious_faults) -> None:
    page, session = opened("digits")
    before = steering_for_long(page)
    page.get_by_test_id("take-best").click()
    answer(page, met=False)
    assert matrix(page, 10) == shown_matrix(session) != before
    assert serious_faults(page) == []
    page.get_by_test_id("as-it-was").click()
    page.get_by_test_id("first-words").wait_for()
    assert matrix(page, 10) == before


def test_a_program_is_drawn_level_by_level_while_it_grows(opened, monkeypatch) -> None:
    # A fast machine would grow several levels between two pictures.
    monkeypatch.setattr(live_progress, "PAUSE_S", 0.0)
    page, _ = opened("digits")
    page.get_by_test_id("all-classes").click()
    page.get_by_test_id("cell-9-9").wait_for()
    page.get_by_test_id("page-program").click()
    page.evaluate(
        """() => {
            window.drawn = [];
            const room = document.querySelector("[data-testid=matrix-room]");
            new MutationObserver(() => {
                const growing = document.querySelector("[data-testid=growing]");
                const nodes = document.querySelectorAll(".node-growing").length;
                if (growing) window.drawn.push([Number(growing.dataset.levels), nodes]);
            }).observe(room, { childList: true, subtree: true });
        }"""
    )
    page.get_by_test_id("grow").click()
    page.get_by_test_id("program").wait_for()
    drawn = page.evaluate("window.drawn")
    assert drawn[0] == [1, 1]
    assert drawn == sorted(drawn)
    assert drawn[-1][1] > 10
    assert page.locator(".node-growing").count() == 0


def test_bounds_that_exclude_each_other_are_answered_and_one_can_be_left_out(opened) -> None:
    page, session = opened("breast-cancer")
    before = matrix(page)
    page.get_by_test_id("want").fill("fn <= 1 and fn >= 10")
    page.keyboard.press("Enter")
    said = answer(page, met=False)
    assert "≤ 1" in said
    assert "≥ 10" in said
    assert page.get_by_test_id("want-fault").count() == 0
    assert page.get_by_test_id("banner-error").count() == 0
    assert matrix(page) == before
    page.get_by_test_id("leave-out-1").click()
    assert "limit 1" in answer(page, met=True)
    assert matrix(page) == shown_matrix(session)


def test_at_twice_the_size_every_part_can_be_reached(opened) -> None:
    page, _ = opened("breast-cancer", width=640, height=400)
    type_into_cell(page, 1, 0, 1)
    answer(page, met=True)
    page.get_by_test_id("cell-1-1").click()
    example = page.get_by_test_id("example").first
    example.scroll_into_view_if_needed()
    assert example.bounding_box()["x"] + example.bounding_box()["width"] <= 640
    page.get_by_test_id("page-program").click()
    page.get_by_test_id("grow").click()
    page.get_by_test_id("program").wait_for()
    assert page.evaluate("document.body.scrollWidth") <= 640
    page.get_by_test_id("page-trajectory").click()
    page.get_by_test_id("trajectory-row").first.wait_for()
    assert page.evaluate("document.body.scrollWidth") <= 640


def test_a_chosen_limit_is_guaranteed_tested_and_taken_along(
    opened, serious_faults, tmp_path: Path
) -> None:
    page, session = opened("breast-cancer")
    assert page.get_by_test_id("confidence").is_checked()
    page.get_by_test_id("builder-verb").select_option(label="Lose")
    page.get_by_test_id("builder-rate").fill("5")
    page.get_by_test_id("builder-steer").click()
    answer(page, met=True)
    shown = page.get_by_test_id("answer")
    assert shown.get_attribute("data-guaranteed") == "true"
    assert "at most 5" in page.get_by_test_id("promise").inner_text()
    assert page.get_by_test_id("want").input_value().startswith("lose at most 5 % of benign")
    page.get_by_test_id("final-test-open").click()
    assert serious_faults(page) == []
    page.get_by_test_id("final-test-not-yet").click()
    assert session.view().values["matrix"]["test"]["looks"] == 0
    page.get_by_test_id("final-test-open").click()
    page.get_by_test_id("final-test-run").click()
    page.get_by_test_id("final-test").wait_for()
    values = session.view().values["matrix"]
    (bound,) = values["test"]["bounds"]
    line = page.get_by_test_id("final-bound")
    assert line.get_attribute("data-holds") == str(bound["holds"]).lower()
    assert f"{bound['part']} of {bound['rows']}" in line.inner_text()
    assert serious_faults(page) == []
    with page.expect_download() as saved:
        page.get_by_test_id("answer-save").click()
    assert read_model(saved.value.path()).story["holdout"] == values["shown"]["matrix"]
    with page.expect_download() as saved:
        page.get_by_test_id("answer-report").click()
    assert Path(saved.value.path()).read_text().startswith("<!")
    page.reload()
    page.get_by_test_id("final-test").wait_for()
    assert page.get_by_test_id("want").input_value().startswith("lose at most 5 % of benign")


def test_a_file_is_predicted_on_the_page(opened, tmp_path: Path) -> None:
    page, session = opened("breast-cancer")
    corpus = session.library.corpora["breast-cancer"].dataset
    rows = table_of_dataset(corpus).frame[list(range(40))]
    rows.to_pandas().to_csv(tmp_path / "patients.csv", index=False)
    page.get_by_test_id("predict-open").click()
    page.get_by_test_id("predict-file").set_input_files(tmp_path / "patients.csv")
    page.get_by_test_id("predict-rows").filter(has_text="40").wait_for()
    with page.expect_download() as saved:
        page.get_by_test_id("predict-download").click()
    assert saved.value.suggested_filename == "patients-predictions.csv"
    lines = Path(saved.value.path()).read_text().strip().splitlines()
    assert len(lines) == 41
    assert lines[0].endswith("predicted,p(benign),p(malignant)")
    page.get_by_test_id("predict-close").click()
    (tmp_path / "wrong.csv").write_text("a,b\n1,2\n")
    page.get_by_test_id("predict-open").click()
    page.get_by_test_id("predict-file").set_input_files(tmp_path / "wrong.csv")
    page.get_by_test_id("predict-fault").wait_for()
    assert page.get_by_test_id("predict-download").count() == 0


def test_the_class_to_catch_is_changed_in_the_room(opened) -> None:
    page, session = opened("breast-cancer")
    page.get_by_test_id("category").click()
    page.locator("[data-testid=category-option][data-value=benign]").click()
    page.wait_for_function(
        "window.steersman.workbench.rooms.matrix.view.value.positive === 'benign'"
    )
    shown = session.view().values["matrix"]["shown"]
    assert shown["fn"] == shown["matrix"][0][1]
    assert "benign missed" in page.get_by_test_id("cell-0-1").inner_text()
    assert page.get_by_test_id("builder-class").input_value() == "1"


def test_on_a_phone_the_want_can_be_written_and_steered(opened) -> None:
    page, _ = opened("breast-cancer", width=390, height=844)
    field = page.get_by_test_id("want")
    field.scroll_into_view_if_needed()
    assert field.bounding_box()["width"] > 300
    assert page.evaluate("document.body.scrollWidth") <= 390
    field.fill("catch at least 80 % of malignant")
    page.keyboard.press("Enter")
    answer(page, met=True)


def test_rows_that_go_to_a_person_are_shown_written_and_undone(opened, tmp_path: Path) -> None:
    page, session = opened("breast-cancer")
    before = matrix(page)
    page.get_by_test_id("confidence").uncheck()
    assert page.get_by_test_id("referred-0").count() == 0
    page.get_by_test_id("refer").check()
    page.get_by_test_id("refer-rate").fill("6")
    page.get_by_test_id("builder-steer").click()
    page.get_by_test_id("referred-1").wait_for()
    said = answer(page, met=True)
    shown = session.rooms[MatrixRoom].models.current_model(session.history.step.state)
    referred = [
        int(page.get_by_test_id(f"referred-{row}").get_attribute("data-count")) for row in (0, 1)
    ]
    assert referred == list(shown.referred)
    assert 0 < sum(referred) <= 0.06 * (sum(referred) + shown.holdout.sum())
    assert f"{sum(referred)} of {sum(referred) + shown.holdout.sum()} rows" in said
    most = int(np.argmax(referred))
    page.get_by_test_id(f"referred-{most}").click()
    page.get_by_test_id("referred-share").wait_for()
    page.wait_for_function(
        "n => document.querySelectorAll('[data-testid=example]').length === n",
        arg=referred[most],
    )
    rows = table_of_dataset(session.library.corpora["breast-cancer"].dataset).frame
    rows.to_pandas().to_csv(tmp_path / "patients.csv", index=False)
    page.get_by_test_id("predict-open").click()
    page.get_by_test_id("predict-file").set_input_files(tmp_path / "patients.csv")
    with page.expect_download() as saved:
        page.get_by_test_id("predict-download").click()
    assert ",refer," in Path(saved.value.path()).read_text()
    page.get_by_test_id("predict-close").click()
    page.get_by_test_id("undo").click()
    page.get_by_test_id("referred-1").wait_for(state="detached")
    assert matrix(page) == before
