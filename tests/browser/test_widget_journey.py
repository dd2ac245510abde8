"""The notebook widget in a real browser: its script in a cell, its messages carried by the test."""

from __future__ import annotations

import base64
import json
import queue
from collections.abc import Callable, Iterator
from time import monotonic, sleep

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression

from steersman.widget import STATIC, Workbench

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not (STATIC / "widget.js").is_file(), reason="the page has not been built"),
]
PATIENCE_S = 120
SHARED = ("room", "height", "compact", "picture", "selection", "want", "positive")
VISIBLE = "id => !!document.querySelector(`[data-testid='${id}']`)?.checkVisibility()"
BOX = "id => document.querySelector(`[data-testid='${id}']`).getBoundingClientRect().toJSON()"
CELL = """<style>{css}</style><div id="cell" style="width: {width}px"></div>
<script type="module">
import widget from "./widget.js";
const handlers = {{}};
const shared = {shared};
const tell = (event, ...given) => (handlers[event] ?? []).forEach((hear) => hear(...given));
window.arrive = (text) => {{
  const bytes = text && Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  tell("msg:custom", null, bytes ? [bytes.buffer] : []);
}};
window.setShared = (name, value) => {{ shared[name] = value; tell(`change:${{name}}`); }};
window.shared = shared;
const model = {{
  get: (name) => shared[name],
  set: (name, value) => {{ shared[name] = value; }},
  save_changes() {{}},
  send: (content) => window.toPython(JSON.stringify(content)),
  on: (event, hear) => (handlers[event] ??= []).push(hear),
  off() {{}},
}};
widget.render({{ model, el: document.getElementById("cell") }});
</script>"""


class NotebookCell:
    """A cell with a workbench: what Python sends is carried to the page while it waits."""

    def __init__(self, page: object, bench: Workbench, frames: queue.Queue, width: int) -> None:
        self.page, self.frames = page, frames
        shared = json.dumps({name: getattr(bench, name) for name in SHARED})
        css = (STATIC / "widget.css").read_text()
        html = CELL.format(css=css, width=width, shared=shared)

        def serve(route: object) -> None:
            if route.request.url.endswith("widget.js"):
                script = (STATIC / "widget.js").read_text()
                route.fulfill(body=script, content_type="text/javascript")
            else:
                route.fulfill(body=html, content_type="text/html")

        page.route("**/*", serve)
        page.expose_function("toPython", lambda text: bench.receive(bench, json.loads(text), []))
        page.goto("http://notebook.test/")

    def see(self, test_id: str) -> None:
        """Carry messages until something is visible."""
        end = monotonic() + PATIENCE_S
        while not self.page.evaluate(VISIBLE, test_id):
            assert monotonic() < end, f"{test_id} did not come"
            try:
                frame = self.frames.get(timeout=0.05)
            except queue.Empty:
                continue
            text = base64.b64encode(frame).decode() if frame else ""
            self.page.evaluate("text => arrive(text)", text)

    def box(self, test_id: str) -> dict[str, float]:
        """Where something is, in pixels of the window."""
        return self.page.evaluate(BOX, test_id)


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Workbench, queue.Queue]]:
    frames: queue.Queue = queue.Queue()

    def keep(_self: Workbench, _content: object, buffers: object = None) -> None:
        frames.put(buffers[0] if buffers else None)

    monkeypatch.setattr(Workbench, "send", keep)
    X, codes = make_classification(600, 5, n_informative=3, flip_y=0.1, random_state=0)
    y = np.array(["ham", "spam"])[codes]
    made = Workbench(LogisticRegression().fit(X[:200], y[:200]), X[200:], y[200:])
    yield made, frames
    made.close()


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    ends = monotonic() + PATIENCE_S
    while not condition():
        assert monotonic() < ends
        sleep(0.02)


@pytest.mark.parametrize("width", [700, 1048])
def test_a_model_is_steered_in_a_narrow_cell(browser, bench, width: int) -> None:
    workbench, frames = bench
    # The window is wide: what counts is the width of the cell.
    with browser.new_context(viewport={"width": 1680, "height": 900}) as context:
        page = context.new_page()
        cell = NotebookCell(page, workbench, frames, width)
        cell.see("cell-0-1")
        page.get_by_test_id("want").fill("fp <= 2")
        page.get_by_test_id("want").press("Enter")
        cell.see("next-steps")
        # The page is told before the attributes follow.
        wait_for(lambda: workbench.steering is not None)
        assert (workbench.want, workbench.steering.after[0, 1] <= 2) == ("fp <= 2", True)
        wide, room = page.evaluate(
            "() => { const box = document.querySelector('.sizes');"
            " return [box.scrollWidth, box.clientWidth]; }"
        )
        assert wide <= room
        first, right, below = (cell.box(f"cell-{place}") for place in ("0-0", "0-1", "1-0"))
        assert first["width"] > 150
        assert first["right"] <= right["left"] + 1
        assert first["bottom"] <= below["top"] + 1
        page.evaluate("setShared('room', 'data')")
        cell.see("open-path")
        assert not page.evaluate(VISIBLE, "cell-0-1")
