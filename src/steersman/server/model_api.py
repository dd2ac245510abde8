"""A saved model behind HTTP: predictions, explanations, and the watch fed by what it sees."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from steersman._version import __version__
from steersman.errors import SteersmanError
from steersman.learn.explain import explain
from steersman.learn.files import SavedModel
from steersman.learn.files.predictions import raw_pipeline
from steersman.server.api_rows import RequestLimits, answer_of, rows_of
from steersman.server.api_schema import openapi_document
from steersman.server.api_watch import ApiWatch

Handler = Callable[[Request], Awaitable[Response]]
MOST_EXPLAINED = 100
STRONGEST = 10
TOO_LARGE, UNAUTHORIZED, FAULTY = 413, 401, 400


def model_application(
    saved: SavedModel, token: str = "", log: Path | None = None, limits: RequestLimits | None = None
) -> Starlette:
    """The API of a model; with a token every request but `/health` must bring it."""
    allowed = limits or RequestLimits()
    pipeline = raw_pipeline(saved)
    watch = ApiWatch(saved, log)

    def with_token(handler: Handler) -> Handler:
        async def handle(request: Request) -> Response:
            given = request.headers.get("authorization", "")
            if token and not secrets.compare_digest(given.encode(), f"Bearer {token}".encode()):
                what = {"code": "token-needed", "what": "the token is missing or wrong"}
                todo = {"todo": "send it as Authorization: Bearer TOKEN"}
                return JSONResponse(what | todo, status_code=UNAUTHORIZED)
            try:
                return await handler(request)
            except SteersmanError as error:
                status = TOO_LARGE if error.code in ("too-many-rows", "body-too-large") else FAULTY
                answer = {"code": error.code, "what": error.what, "todo": error.todo}
                return JSONResponse(answer, status_code=status)

        return handle

    async def predict(request: Request) -> Response:
        rows = await rows_of(request, allowed)
        found = await run_in_threadpool(watch.predict, rows)
        return answer_of(found, request.headers.get("accept", ""))

    async def explanations(request: Request) -> Response:
        rows = await rows_of(request, RequestLimits(MOST_EXPLAINED, allowed.body_bytes))
        found = await run_in_threadpool(explain, pipeline, rows)
        lines = [
            {
                "predicted": str(found.predicted[row]),
                "class": str(found.category[row]),
                "score": float(found.scores[row]),
                "base": float(found.base[row]),
                "cutoff": float(found.cutoff),
                "contributions": [
                    {"name": name, "value": value}
                    for name, value in found.strongest(row, STRONGEST)
                ],
            }
            for row in range(len(found))
        ]
        return JSONResponse({"rows": lines, "exact": found.exact})

    async def labels(request: Request) -> Response:
        told = await request.json()
        if not isinstance(told, dict) or not all(isinstance(k, str) for k in told):
            raise SteersmanError(
                "labels are not an object of identifiers and classes",
                todo='send {"m17": "spam"}',
                code="labels-unreadable",
            )
        return JSONResponse(await run_in_threadpool(watch.label, told))

    async def watch_report(_request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(watch.report_values))

    async def health(_request: Request) -> Response:
        classes = [str(each) for each in np.asarray(pipeline.classes_).tolist()]
        facts = {"steersman": __version__, "want": saved.story.get("want"), "classes": classes}
        return JSONResponse(facts | {"state": watch.state, "rows": watch.rows})

    async def schema(_request: Request) -> Response:
        return JSONResponse(openapi_document(saved))

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        saving = asyncio.create_task(watch.save_regularly())
        yield
        saving.cancel()
        await run_in_threadpool(watch.save)

    return Starlette(
        lifespan=lifespan,
        routes=[
            Route("/predict", with_token(predict), methods=["POST"]),
            Route("/explain", with_token(explanations), methods=["POST"]),
            Route("/labels", with_token(labels), methods=["POST"]),
            Route("/watch", with_token(watch_report)),
            Route("/health", health),
            Route("/openapi.json", with_token(schema)),
        ],
    )
