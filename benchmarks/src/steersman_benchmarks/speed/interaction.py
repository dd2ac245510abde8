"""Benchmark `interaction`: from the hand on a slider to the pixels, in a real browser."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from sklearn.naive_bayes import BernoulliNB

from steersman.data import load
from steersman.session import Session
from steersman.session.plane.room import PlaneRoom
from steersman_benchmarks.browser import WAIT_MS, running_chromium, started_workbench
from steersman_benchmarks.likelihood_spaces.pictures import Panel, write_planes
from steersman_benchmarks.registry import BenchmarkRow, best_seconds
from steersman_benchmarks.scale_documents import write_documents

if TYPE_CHECKING:
    from playwright.sync_api import Page

KNOBS = ("alpha", "beta", "slope")
MOVES = 120
MANY, GOAL_MS, MANY_GOAL_MS = 100_000, 17.0, 50.0
PLAIN_WAY = "BernoulliNB fit + joint log likelihood, two matplotlib scatter plots"
FRAME = "a frame of a screen with 60 in a second"
SWING_PX = 30
# With pauses of one length every movement would come at the same moment between two frames, and a
# lucky one would make the figures look better than they are.
SHORTEST_PAUSE_MS, FRAME_MS = 25.0, 1000 / 60
# Longer than the rest after which the page draws what it left out.
SETTLED_MS = 300


class Latencies(NamedTuple):
    """Milliseconds from the hand to the answer of the session, and to the pixels that show it."""

    answered: list[float]
    shown: list[float]


def interaction() -> list[BenchmarkRow]:
    """Slider to pixels on the built-in corpus, beside the usual way to redraw, and on 100,000
    documents, beside the goals."""
    dataset = load("docstrings")
    found_ms = drag_latencies_ms("serve", dataset.name)
    session = Session(dataset)
    peer_s = best_seconds(lambda: plain_way(session), repeats=3)
    rows = []
    for knob, (answered, shown) in found_ms.items():
        note = f"{dataset.n_rows:,} documents, {MOVES} movements of a drag"
        rows += latency_rows(f"{knob}, slider to pixels", shown, peer_s * 1000, PLAIN_WAY, note)
        rows.append(latency_rows(f"{knob}, slider to pixels", shown, GOAL_MS, "goal", note)[-1])
        rows.append(latency_rows(f"{knob}, slider to answer", answered, FRAME_MS, FRAME, note)[-1])
    with TemporaryDirectory() as folder:
        write_documents(Path(folder), MANY)
        (file,) = Path(folder).iterdir()
        found_ms = drag_latencies_ms("serve", str(file), "--label", "kind", "--positive", "spam")
    for knob, (_, shown) in found_ms.items():
        note = f"{MANY:,} documents made for this, {MOVES} movements"
        what = f"{MANY:,} documents, {knob}, slider to pixels"
        rows += latency_rows(what, shown, MANY_GOAL_MS, "goal", note)
    return rows


def latency_rows(
    what: str, values: list[float], peer_ms: float, peer: str, note: str
) -> list[BenchmarkRow]:
    """The median and the 95th percentile of some times."""
    return [
        BenchmarkRow(
            f"{what}, {name}",
            float(np.percentile(values, share)),
            peer_ms,
            "ms",
            peer,
            note=note,
        )
        for name, share in (("median", 50), ("p95", 95))
    ]


def drag_latencies_ms(*arguments: str) -> dict[str, Latencies]:
    """The times of a drag of each slider in a workbench that is started so."""
    with (
        started_workbench(*arguments) as url,
        running_chromium() as browser,
        browser.new_context(viewport={"width": 1280, "height": 800}) as context,
    ):
        page = context.new_page()
        page.goto(f"{url}#room=plane")
        page.wait_for_selector("[data-testid=training-f1]", timeout=WAIT_MS)
        return {knob: slider_latencies_ms(page, knob, MOVES) for knob in KNOBS}


def plain_way(session: Session) -> None:
    """Redraw with the usual parts: refit, score both splits, draw both plots."""
    plane = session.rooms[PlaneRoom].plane(session.state)
    present, positive = plane.counts.corpus.present.matrix(), plane.counts.positive
    parts = {split: plane.split(split).rows for split in ("training", "validation")}
    learned = parts["training"]
    model = BernoulliNB().fit(present[learned], positive[learned])
    panels = []
    for split, rows in parts.items():
        joint = model.predict_joint_log_proba(present[rows])
        panels.append(Panel(split, joint[:, ::-1], positive[rows]))
    with TemporaryDirectory() as folder:
        write_planes(Path(folder) / "plain.png", "plain", panels)


def slider_latencies_ms(page: Page, knob: str, moves: int) -> Latencies:
    """Milliseconds from the movements of a slider until their answers are there, and visible.

    The slider is dragged to and fro with the mouse, one movement about every other frame of the
    screen. A time ends when the frame with the new points and numbers has been laid out, painted
    and handed over to be composed; what the screen itself adds is not seen from inside a page. A
    frame begins every 16.7 ms, and an answer waits for the next one.
    """
    box = page.get_by_test_id(f"knob-{knob}").bounding_box()
    assert box is not None, "the slider is on the page"  # noqa: S101
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # Loading the page was measured too, and is not part of a drag.
    page.evaluate("window.steersman.latencies.length = 0")
    page.mouse.move(x, y)
    page.mouse.down()
    pauses_ms = SHORTEST_PAUSE_MS + FRAME_MS * np.random.default_rng(0).random(moves)
    for move, pause_ms in enumerate(pauses_ms.tolist()):
        page.mouse.move(x + SWING_PX - abs(move % (2 * SWING_PX) - SWING_PX), y)
        page.wait_for_timeout(pause_ms)
    page.mouse.up()
    page.wait_for_timeout(SETTLED_MS)
    measured: list[dict[str, float]] = page.evaluate("window.steersman.latencies")
    return Latencies([each["answered"] for each in measured], [each["ms"] for each in measured])
