"""A saved model behind HTTP: predictions, explanations, and the watch fed by what it sees."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import numpy as np
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from steersman._version import __version__
from steersman.errors import SteersmanError
from steersman.learn.explain import Contributions, explain
from steersman.learn.files import SavedModel, raw_pipeline
from steersman.server.api_rows import RequestLimits, answer_of, body_of, rows_of
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
    api = ModelApi(saved, ApiWatch(saved, log), limits or RequestLimits())

    def with_token(handler: Handler) -> Handler:
        return partial(answer_with_token, handler, token)

    return Starlette(
        lifespan=api.lifespan,
        routes=[
            Route("/predict", with_token(api.predict), methods=["POST"]),
            Route("/explain", with_token(api.explain), methods=["POST"]),
            Route("/labels", with_token(api.label), methods=["POST"]),
            Route("/watch", with_token(api.watch_report)),
            Route("/health", api.health),
            Route("/openapi.json", with_token(api.schema)),
        ],
    )


async def answer_with_token(handler: Handler, token: str, request: Request) -> Response:
    """The answer of a handler to who has the token; an error is a sentence."""
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


class ModelApi:
    """What the API answers, by address."""

    def __init__(self, saved: SavedModel, watch: ApiWatch, limits: RequestLimits) -> None:
        self.saved, self.watch, self.limits = saved, watch, limits
        self.pipeline = raw_pipeline(saved)

    async def predict(self, request: Request) -> Response:
        """The class of each row."""
        rows = await rows_of(request, self.limits)
        found = await run_in_threadpool(self.watch.predict, rows)
        return answer_of(found, request.headers.get("accept", ""))

    async def explain(self, request: Request) -> Response:
        """What counted most for each row, compared with the other rows of the request."""
        rows = await rows_of(request, RequestLimits(MOST_EXPLAINED, self.limits.body_bytes))
        found = await run_in_threadpool(explain, self.pipeline, rows)
        lines = [explanation_of(found, row) for row in range(len(found))]
        return JSONResponse({"rows": lines, "exact": found.exact})

    async def label(self, request: Request) -> Response:
        """Labels of earlier rows, for the watch."""
        try:
            told = json.loads(await body_of(request, self.limits))
        except (ValueError, RecursionError):
            told = None
        if not isinstance(told, dict):
            raise SteersmanError(
                "labels are not an object of identifiers and classes",
                todo='send {"m17": "spam"}',
                code="labels-unreadable",
            )
        return JSONResponse(await run_in_threadpool(self.watch.label, told))

    async def watch_report(self, _request: Request) -> Response:
        """Whether the limits still hold."""
        return JSONResponse(await run_in_threadpool(self.watch.report_values))

    async def health(self, _request: Request) -> Response:
        """That the model is there, and what it is about."""
        classes = [str(each) for each in np.asarray(self.pipeline.classes_).tolist()]
        want = self.saved.story.get("want")
        facts = {"steersman": __version__, "want": want, "classes": classes}
        return JSONResponse(facts | {"state": self.watch.state, "rows": self.watch.rows})

    async def schema(self, _request: Request) -> Response:
        """The OpenAPI description."""
        return JSONResponse(openapi_document(self.saved))

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """Save what the watch knows from time to time, and at the end."""
        saving = asyncio.create_task(self.watch.save_regularly())
        yield
        saving.cancel()
        await run_in_threadpool(self.watch.save)


def explanation_of(found: Contributions, row: int) -> dict[str, object]:
    """The explanation of one row as JSON."""
    return {
        "predicted": str(found.predicted[row]),
        "class": str(found.category[row]),
        "score": float(found.scores[row]),
        "base": float(found.base[row]),
        "cutoff": float(found.cutoff),
        "contributions": [
            {"name": name, "value": value} for name, value in found.strongest(row, STRONGEST)
        ],
    }
