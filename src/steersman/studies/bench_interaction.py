"""Benchmark `interaction`: from the hand on a slider to the pixels, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from sklearn.naive_bayes import BernoulliNB

from steersman.data import load
from steersman.session import Session
from steersman.studies.benchmarks import BenchmarkRow, best_seconds
from steersman.studies.browser import running_chromium, running_workbench

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["interaction", "slider_latencies_ms"]

MOVES = 60


def interaction() -> list[BenchmarkRow]:
    """Slider to pixels on the built-in corpus, beside refitting and rescoring with scikit-learn."""
    dataset = load("docstrings")
    session = Session(dataset)
    with (
        running_workbench(session) as url,
        running_chromium() as browser,
        browser.new_context(viewport={"width": 1280, "height": 800}) as context,
    ):
        page = context.new_page()
        page.goto(url)
        page.wait_for_selector("[data-testid=training-f1]")
        latencies_ms = {
            knob: slider_latencies_ms(page, knob, MOVES) for knob in ("alpha", "beta", "slope")
        }
    positive = session.plane.counts.positive
    peer_s = best_seconds(lambda: BernoulliNB().fit(dataset.X, positive).predict(dataset.X))
    rows = []
    for knob, values in latencies_ms.items():
        for name, share in (("median", 50), ("p95", 95)):
            ours_ms = float(np.percentile(values, share))
            rows.append(
                BenchmarkRow(
                    f"{knob}, slider to pixels, {name}",
                    ours_ms,
                    peer_s * 1000,
                    "ms",
                    "BernoulliNB fit + predict, no pixels",
                    note=f"{dataset.n_rows:,} documents, {len(values)} moves",
                )
            )
    return rows


def slider_latencies_ms(page: Page, knob: str, moves: int) -> list[float]:
    """Milliseconds from each key press on a slider to the frame that shows its answer."""
    slider = page.get_by_test_id(f"knob-{knob}")
    slider.focus()
    page.evaluate("window.steersman.latencies.length = 0")
    for move in range(moves):
        page.keyboard.press("ArrowLeft" if move % 20 < 10 else "ArrowRight")
        page.wait_for_function(f"window.steersman.latencies.length > {move}")
    measured: list[dict[str, float]] = page.evaluate("window.steersman.latencies")
    return [each["ms"] for each in measured]
