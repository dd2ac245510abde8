"""Journeys through the clusters room, in a real browser against a real server."""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np
import pandas
import pytest

from steersman.data import Dataset, load
from steersman.evaluate import matched_accuracy, nmi, purity
from steersman.session import Session
from steersman.session.clusters.choice import ClusterChoice
from steersman.session.clusters.room import ClusterRoom
from steersman.session.matrix.room import MatrixRoom
from steersman_benchmarks.browser import open_room

pytestmark = pytest.mark.browser

Opener = Callable[..., object]


@pytest.fixture(scope="module")
def texts() -> Dataset:
    """Docstrings of six packages: enough to be found again, few enough to be quick."""
    whole = load("docstrings")
    chosen = (
        "data frames",
        "Numba on GPUs",
        "terminal output",
        "signal processing",
        "statistics",
        "WebSockets",
    )
    rows = whole.rows(np.flatnonzero(np.isin(whole.y, chosen)))
    held = np.unique(rows.X.indices)
    return Dataset(
        name="six packages",
        X=rows.X[:, held],
        y=rows.y,
        classes=chosen,
        feature_names=tuple(whole.feature_names[term] for term in held),
        ids=rows.ids,
        provenance=rows.provenance,
        text=rows.text,
    )


@pytest.fixture
def opened(visit) -> Opener:
    """Opens the clusters room on a data set."""

    def enter(dataset: Dataset, *, enter: bool = True, **settings):
        session = Session(dataset)
        page = visit(session, **settings)
        if enter:
            open_room(page, "clusters")
        page.get_by_test_id("clusters-room").wait_for()
        return page, session

    return enter


def choose_method(page, method: str) -> None:
    page.get_by_test_id("tab-run").click()
    page.get_by_test_id("method").click()
    page.locator(f"[data-testid=method-option][data-value={method}]").click()


def find(page, clusters: int) -> None:
    page.get_by_test_id("tab-run").click()
    page.get_by_test_id("set-clusters").fill(str(clusters))
    page.get_by_test_id("find-clusters").click()
    page.wait_for_function(
        "n => window.steersman.workbench.rooms.clusters.found.value?.settings.clusters === n "
        "&& window.steersman.workbench.store.progress.value === null",
        arg=clusters,
    )


def groups_of(session: Session):
    state = session.history.step.state
    return session.rooms[ClusterRoom].groups(session.corpus_of(state), state)


def sizes(page) -> list[int]:
    listed = page.locator("[data-testid=clusters] button").all()
    return [int(item.get_attribute("data-size")) for item in listed]


def test_reuters_is_clustered_into_ten_and_matched(opened) -> None:
    if not os.environ.get("STEERSMAN_DATA"):
        pytest.skip("STEERSMAN_DATA names no folder with Reuters-21578")
    page, session = opened(load("reuters10"))
    find(page, 10)
    groups = groups_of(session)
    assert sizes(page) == groups.sizes.tolist()
    page.get_by_test_id("clusters-categories").click()
    page.get_by_test_id("heat").wait_for()
    category = groups.ground.category
    single = category >= 0
    shown = float(page.get_by_test_id("figure-matched-accuracy").inner_text())
    expected = matched_accuracy(category[single], groups.labels[single])
    assert shown == pytest.approx(expected, abs=5e-4)
    assert float(page.get_by_test_id("figure-NMI").inner_text()) == pytest.approx(
        nmi(category[single], groups.labels[single]), abs=5e-4
    )
    pure = purity(category[single], groups.labels[single])
    assert float(page.get_by_test_id("figure-purity").inner_text()) == pytest.approx(pure, abs=5e-4)
    # One cluster for everything would be as pure as the largest category is large.
    assert pure > 1.2 * np.bincount(category[single]).max() / single.sum()
    assert "heat-matched" in page.get_by_test_id("heat-0-0").get_attribute("class")
    largest = np.bincount(category[single]).argmax()
    held = np.bincount(groups.labels[single][category[single] == largest])
    assert int(page.get_by_test_id("heat-0-0").get_attribute("data-count")) in held
    assert f"{single.sum():,} documents" in page.get_by_test_id("comparison-says").inner_text()


def test_from_text_without_labels_to_a_steered_classifier(opened, texts, tmp_path) -> None:
    table = tmp_path / "notes.csv"
    pandas.DataFrame({"note": texts.text}).to_csv(table, index=False)
    page, session = opened(load(table), enter=False)  # there is nowhere else to begin
    find(page, 6)
    page.get_by_test_id("cluster-5").click()
    page.get_by_test_id("merge").click()
    page.get_by_test_id("merge-option").first.click()
    page.wait_for_function(
        "window.steersman.workbench.rooms.clusters.found.value.clusters.length === 5"
    )
    page.get_by_test_id("undo").click()
    page.wait_for_function(
        "window.steersman.workbench.rooms.clusters.found.value.clusters.length === 6"
    )
    page.get_by_test_id("clusters-categories").click()
    page.get_by_text("No labels to compare with").wait_for()
    page.get_by_test_id("tab-labels").click()
    for number in range(6):
        word = page.evaluate(
            "n => window.steersman.workbench.rooms.clusters.found.value.clusters[n]"
            ".distinguishing[0].word",
            number,
        )
        field = page.get_by_test_id(f"name-{number}")
        field.fill(f"about {word}")
        field.press("Enter")
        page.wait_for_function(
            "n => window.steersman.workbench.rooms.clusters.found.value.clusters[n].given",
            arg=number,
        )
    with page.expect_download() as saved:
        page.get_by_test_id("save-clusters").click()
    table = pandas.read_csv(saved.value.path())
    assert table["cluster"].nunique() == 6
    page.get_by_test_id("label-name").fill("my notes")
    page.get_by_test_id("make-labels").click()
    page.wait_for_function("window.steersman.workbench.room.value === 'matrix'")
    assert page.get_by_test_id("data").get_attribute("data-value") == "my notes"
    made = session.library.corpora["my notes"].dataset
    assert made.text == texts.text
    assert len(made.classes) == 6
    open_room(page, "plane")
    assert float(page.get_by_test_id("validation-f1").inner_text()) > 0.5
    open_room(page, "matrix")
    page.get_by_test_id("matrix").wait_for()
    page.get_by_test_id("want").fill("fn <= 2")
    page.keyboard.press("Enter")
    page.locator("[data-testid=answer][data-met=true]").wait_for()
    state = session.history.step.state
    problem = session.rooms[MatrixRoom].models.problem(session.corpus_of(state), state)
    place = problem.classes.index(state.category)
    missed = np.delete(
        session.rooms[MatrixRoom].models.current_model(state).holdout[place], place
    ).sum()
    assert missed <= 2


def test_the_curve_grows_while_em_runs_and_cancelling_keeps_what_was_there(
    opened, texts, endless
) -> None:
    page, session = opened(texts)
    find(page, 6)
    before = sizes(page)
    choose_method(page, "stochastic")
    page.get_by_test_id("set-starts").fill("20")
    page.get_by_test_id("set-clusters").fill("40")
    curve = ".clusters-growing [data-testid=curve]"
    with endless("clusters", shown=4):
        page.get_by_test_id("find-clusters").click()
        for rounds in (2, 3):
            page.wait_for_function(
                f"rounds => document.querySelector('{curve}')?.dataset.rounds >= rounds",
                arg=rounds,
            )
        page.get_by_test_id("cancel").click()
        page.locator(curve).wait_for(state="detached")
    assert sizes(page) == before
    assert session.history.step.state.choice(ClusterChoice).found.clusters == 6


def test_a_document_is_found_on_the_map_and_read_with_its_words(opened, texts) -> None:
    page, _ = opened(texts)
    find(page, 6)
    page.get_by_test_id("cluster-0").click()
    page.get_by_test_id("examples-borderline").click()
    example = page.get_by_test_id("cluster-example").first
    row = int(example.get_attribute("data-row"))
    example.click()
    page.get_by_test_id("placed").wait_for()
    said = page.get_by_test_id("placed-text").inner_text()
    assert said.split() == texts.text[row].split()
    assert page.locator("[data-testid=placed-text] mark").count() > 0
    ring = page.locator(".map-box .ring").bounding_box()
    page.mouse.click(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
    page.wait_for_function(
        "row => window.steersman.workbench.rooms.clusters.placed.value.row === row", arg=row
    )
    page.get_by_test_id("search").fill("connection")
    page.keyboard.press("Enter")
    page.get_by_test_id("search-count").wait_for()
    found = int(page.get_by_test_id("search-count").inner_text().split()[0].replace(",", ""))
    counted = page.locator("[data-testid^=hits-]").all_inner_texts()
    assert sum(int(text.split()[0].replace(",", "")) for text in counted) == found > 0
    box = page.get_by_test_id("cluster-map").bounding_box()
    page.get_by_test_id("map-lasso").click()
    corners = [(0.02, 0.02), (0.98, 0.02), (0.98, 0.98), (0.02, 0.98)]
    places = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in corners]
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in [*places[1:], places[0]]:
        page.mouse.move(*place, steps=4)
    page.mouse.up()
    page.get_by_test_id("lasso-item").first.wait_for()
    assert f"{texts.n_rows:,} documents selected" in page.get_by_test_id("lasso").inner_text()
    page.get_by_test_id("lasso-item").first.click()
    page.get_by_test_id("placed").wait_for()


def test_known_labels_are_kept_and_left_out_of_the_figures(opened, texts: Dataset) -> None:
    page, session = opened(texts)
    choose_method(page, "em")
    page.get_by_test_id("kept").select_option("0.05")
    assert page.get_by_test_id("set-clusters").input_value() == "6"
    find(page, 6)
    names = page.locator(".cluster-name").all_inner_texts()
    assert sorted(names) == sorted(texts.classes)
    page.get_by_test_id("clusters-categories").click()
    said = page.get_by_test_id("comparison-says").inner_text()
    used = int((groups_of(session).clustering.known >= 0).sum())
    assert f"{used} documents" in said
    assert float(page.get_by_test_id("figure-matched-accuracy").inner_text()) > 0.8


def test_axe_finds_no_serious_fault(opened, serious_faults, texts: Dataset) -> None:
    page, _ = opened(texts)
    faults = serious_faults(page, also_dark=True)
    choose_method(page, "em")
    find(page, 6)
    faults += serious_faults(page, also_dark=True)
    page.get_by_test_id("cluster-0").click()
    page.get_by_test_id("cluster-example").first.wait_for()
    faults += serious_faults(page, also_dark=True)
    page.get_by_test_id("cluster-example").first.click()
    page.get_by_test_id("placed").wait_for()
    faults += serious_faults(page, also_dark=True)
    page.get_by_test_id("tab-labels").click()
    page.get_by_test_id("clusters-categories").click()
    page.get_by_test_id("heat").wait_for()
    faults += serious_faults(page, also_dark=True)
    assert faults == []
