"""`steersman api` beside plain scikit-learn behind starlette: latency of one row, rows a second."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from time import perf_counter, process_time
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from steersman.data import load
from steersman.data.raw_tables import raw_table
from steersman.learn.files import SavedModel
from steersman.learn.jobs import Job, steer_table
from steersman.server.model_api import model_application
from steersman_benchmarks.registry import BenchmarkRow

SINGLE, BATCHES, BATCH_ROWS = 300, 8, 1000
PEER = "CountVectorizer and LogisticRegression behind starlette"
Message = MutableMapping[str, Any]


def api() -> list[BenchmarkRow]:
    """Both serve the same texts, one row at a time and in batches."""
    texts = [str(text) for text in load("docstrings").text or ()]
    labels = load("docstrings").y
    positive = str(labels[0])
    table = raw_table("docstrings", positive=positive)
    done = steer_table(table, Job("fpr <= 5%", model="logistic", confidence=0.95))
    story = {"want": "fpr <= 5%", "positive": positive, "fingerprint": done.fingerprint.values()}
    column = done.pipeline.steps[0][1].columns[0]
    ours = model_application(SavedModel(done.pipeline, None, None, story))
    plain = plain_application(texts, np.asarray(labels) == positive)
    found = {}
    for name, app, key in (("ours", ours, column), ("peer", plain, "text")):
        found[name] = asyncio.run(timings(app, texts, key))
    (wall, cpu, speed), (peer_wall, peer_cpu, peer_speed) = found["ours"], found["peer"]
    batches = "rows a second in batches of 1,000"
    return [
        BenchmarkRow("one row of text, p95 (under 10 ms)", wall, peer_wall, "ms", PEER),
        BenchmarkRow("the same, time of the processor", cpu, peer_cpu, "ms", PEER),
        BenchmarkRow(batches, speed, peer_speed, "rows/s", PEER, "higher"),
    ]


def plain_application(texts: list[str], y: np.ndarray[Any, Any]) -> Starlette:
    """What people write themselves: no checks, no watch."""
    model = make_pipeline(CountVectorizer(), LogisticRegression(max_iter=200)).fit(texts, y)

    async def predict(request: Request) -> Response:
        rows = [row["text"] for row in (await request.json())["rows"]]
        shares = await run_in_threadpool(model.predict_proba, rows)
        answers = [{"predicted": bool(p > 0.5), "p": p} for p in shares[:, 1].tolist()]
        return JSONResponse({"rows": answers})

    return Starlette(routes=[Route("/predict", predict, methods=["POST"])])


async def timings(app: Starlette, texts: list[str], key: str) -> tuple[float, float, float]:
    """The p95 of single rows in ms, by the clock and the processor; rows a second in batches."""
    for text in texts[:5]:
        await ask(app, [{key: text}])
    singles = []
    for text in texts[:SINGLE]:
        start, start_cpu = perf_counter(), process_time()
        await ask(app, [{key: text}])
        singles.append([perf_counter() - start, process_time() - start_cpu])
    wall_ms, cpu_ms = (1000 * np.percentile(singles, 95, axis=0)).tolist()
    start, rows = perf_counter(), 0
    for batch in range(BATCHES):
        some = texts[(batch * BATCH_ROWS) % 4000 :][:BATCH_ROWS]
        await ask(app, [{key: text} for text in some])
        rows += len(some)
    return wall_ms, cpu_ms, rows / (perf_counter() - start)


async def ask(app: Callable[..., Awaitable[None]], rows: list[dict[str, str]]) -> None:
    """Send rows to an application without a network between."""
    body = json.dumps({"rows": rows}).encode()
    status = 0

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status
        status = message.get("status", status)

    headers = [(b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/predict", "headers": headers}
    await app({**scope, "query_string": b"", "http_version": "1.1"}, receive, send)
    if status != 200:
        raise RuntimeError(f"status {status}")
