"""Benchmark `matrix`: from the edit of a cell to the pixels that show its answer."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from steersman.data import Dataset, load
from steersman.errors import SteersmanError
from steersman.session import Session
from steersman.session.matrix.actions import EditCell, OpenMatrix, ShowModel
from steersman.session.matrix.room import MatrixRoom
from steersman_benchmarks.browser import running_chromium, started_workbench, wait_until
from steersman_benchmarks.registry import BenchmarkRow, best_seconds

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHARES = (0.9, 0.75, 2 / 3, 0.5, 1 / 3)  # of the false positives that the fitted model has
AIMS_MS = {"logistic": 300.0, "martingale": 2000.0}
TITLES = {"logistic": "logistic regression", "martingale": "15-level program"}
MANY_CLASSES_EDITS = 5
PEER = "LogisticRegression(max_iter=1000).fit, no pixels"


def matrix() -> list[BenchmarkRow]:
    """Edit to repaint on Spambase, beside one fit of scikit-learn on the same training rows."""
    dataset = spambase()
    with (
        started_workbench("serve", dataset.name) as url,
        running_chromium() as browser,
        browser.new_context(viewport={"width": 1280, "height": 800}) as context,
    ):
        page = context.new_page()
        page.goto(f"{url}#room=matrix")
        page.get_by_test_id("matrix").wait_for()
        latencies_ms = {model: edit_latencies_ms(page, model) for model in AIMS_MS}
    session = Session(dataset)
    session.perform(OpenMatrix())
    training = next(iter(session.rooms[MatrixRoom].models.problems.values())).training
    columns = StandardScaler().fit_transform(training.X)  # as our own model sees them
    peer_s = best_seconds(lambda: LogisticRegression(max_iter=1000).fit(columns, training.y))
    return [
        BenchmarkRow(
            f"edit a cell, {TITLES[model]}, {name}",
            float(np.percentile(values, share)),
            peer_s * 1000,
            "ms",
            PEER,
            note=f"Spambase, {len(values)} edits; aim {AIMS_MS[model]:.0f} ms",
        )
        for model, values in latencies_ms.items()
        for name, share in (("median", 50), ("slowest", 100))
    ] + [edit_of_many_classes()]


def edit_of_many_classes() -> BenchmarkRow:
    """CPU seconds of the session from the edit of a cell among 34 classes of text to its answer."""
    session = Session(load("docstrings"))
    view: Any = session.perform(OpenMatrix(all_classes=True)).values["matrix"]
    counts, classes = np.array(view["shown"]["matrix"]), view["classes"]
    errors = counts * ~np.eye(len(counts), dtype=bool)
    timings_s = []
    for cell in np.argsort(-errors, axis=None, kind="stable")[:MANY_CLASSES_EDITS].tolist():
        true, predicted = divmod(cell, len(counts))
        wanted = int(counts[true, predicted]) // 2
        started = process_time()
        session.perform(EditCell(str(classes[true]), str(classes[predicted]), wanted))
        timings_s.append(process_time() - started)
        # Every edit starts from the model as it was fitted, so that none profits from the last one.
        session.perform(ShowModel(view["shown"]["number"]))
    return BenchmarkRow(
        f"edit a cell among {len(classes)} classes of text, CPU time, median",
        float(np.median(timings_s)),
        1.0,
        "s",
        "goal",
        note=f"docstrings, {len(timings_s)} edits that halve a cell; without a project",
    )


def spambase() -> Dataset:
    try:
        return load("spambase")
    except SteersmanError as error:
        raise SteersmanError(
            f"this benchmark needs Spambase: {error.what}",
            todo="steersman data fetch spambase",
            code="collection-absent",
            collection="spambase",
        ) from None


def edit_latencies_ms(page: Page, model: str) -> list[float]:
    """Milliseconds from Enter in a cell to the frame that shows the steered matrix.

    Every edit starts from the model as it was fitted, so that none profits from the last one.
    """
    if page.get_by_test_id("model").get_attribute("data-value") != model:
        page.get_by_test_id("model").click()
        page.locator(f"[data-testid=model-option][data-value={model}]").click()
        wait_until(
            page,
            f"window.steersman.workbench.rooms.matrix.choice.value.model === '{model}'",
        )
    fitted = int(page.evaluate("window.steersman.workbench.rooms.matrix.view.value.shown.number"))
    observed = int(page.get_by_test_id("cell-0-1").get_attribute("data-count") or 0)
    measured_ms = []
    for share in (0.95, *SHARES):  # the first warms up
        page.evaluate("window.steersman.latencies.length = 0")
        page.get_by_test_id("cell-0-1").focus()
        page.keyboard.press("Enter")
        page.get_by_test_id("cell-field").fill(str(int(observed * share)))
        page.keyboard.press("Enter")
        wait_until(page, "window.steersman.latencies.length > 0")
        measured_ms.append(float(page.evaluate("window.steersman.latencies[0].ms")))
        page.evaluate(
            "number => window.steersman.workbench.rooms.matrix"
            ".send({ action: 'show-model', number })",
            fitted,
        )
        wait_until(
            page, f"window.steersman.workbench.rooms.matrix.view.value.shown.number === {fitted}"
        )
        page.wait_for_timeout(300)  # what else the page asks must not queue before the next
    return measured_ms[1:]
