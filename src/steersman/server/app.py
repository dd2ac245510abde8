"""The ASGI application: the page, its files, and the live socket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    JSONResponse,
    Response,
)
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from steersman._version import __version__
from steersman.data.files.file_reach import FileReach
from steersman.errors import SteersmanError
from steersman.server.documents import document_routes
from steersman.server.guard import Guard
from steersman.server.live import converse
from steersman.server.predictions import PredictionFiles, predict_upload
from steersman.server.uploads import take_upload
from steersman.session import Session
from steersman.session.storage.open_projects import OpenProjects

STATIC = Path(__file__).parent / "static"


def application(
    session: Session, token: str, static: Path = STATIC, reach: FileReach | None = None
) -> Starlette:
    """The workbench, which opens with a session; each window may go on with another project.

    Windows may ask for the files in `reach`, or for any.
    """
    if not (static / "index.html").is_file():
        raise SteersmanError(
            "the page has not been built",
            todo="run `make install` in the repository",
            code="page-not-built",
        )

    async def page(_request: Request) -> Response:
        return FileResponse(static / "index.html", headers={"cache-control": "no-cache"})

    async def health(_request: Request) -> Response:
        return JSONResponse({"steersman": __version__, "revision": projects.newest.revision})

    projects, predictions = OpenProjects(session, reach), PredictionFiles()

    async def predict(request: Request) -> Response:
        place = unquote(request.headers.get("x-project", ""))
        session = projects.session_at(place) or projects.newest
        return await predict_upload(request, session, predictions)

    async def prediction_table(request: Request) -> Response:
        return predictions.response(request.path_params["key"])

    async def live(socket: WebSocket) -> None:
        await converse(socket, projects)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        projects.close_opened()

    return Starlette(
        lifespan=lifespan,
        routes=[
            Route("/", page),
            Route("/health", health),
            Route("/upload", take_upload, methods=["POST"]),
            Route("/predict", predict, methods=["POST"]),
            Route("/predictions/{key}", prediction_table),
            WebSocketRoute("/live", live),
            *document_routes(),
            Mount("/", StaticFiles(directory=static)),
        ],
        middleware=[Middleware(Guard, token=token)],
    )
