"""The ASGI application: the page, its files, and the live socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from steersman.errors import SteersmanError
from steersman.server.classroom import Classroom
from steersman.server.diagnostics import diagnostics_routes
from steersman.server.documents import document_routes
from steersman.server.door import Door
from steersman.server.entrance import entrance_routes, refusal_page
from steersman.server.guard import Guard, person_in
from steersman.server.health import health_values
from steersman.server.live import converse
from steersman.server.people import People
from steersman.server.plain_page import STATIC
from steersman.server.predictions import PredictionFiles, predict_upload
from steersman.server.uploads import take_upload
from steersman.session import Session

SWEEP_S = 30.0


def application(session: Session, token: str, static: Path = STATIC) -> Starlette:
    """The workbench of one person, which opens with a session."""
    return people_application(People(session, token), Door(), static=static)


def people_application(
    people: People, door: Door, link: str = "", static: Path = STATIC
) -> Starlette:
    """The workbench of everybody who is let in; each window may go on with another project."""
    if not (static / "index.html").is_file():
        raise SteersmanError(
            "the page has not been built",
            todo="run `make install` in the repository",
            code="page-not-built",
        )
    answers = Answers(people, static)
    own: list[BaseRoute] = []
    if people.guests is not None:
        own += [Route("/class", answers.page), Route("/follow", answers.page)]
        own += [*entrance_routes(people, door), *Classroom(people, link).routes()]

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(sweep_regularly(people))
        yield
        sweeping.cancel()
        await asyncio.to_thread(people.close)
        answers.predictions.clean_up.close()

    return Starlette(
        lifespan=lifespan,
        routes=[
            Route("/", answers.page),
            Route("/health", answers.health),
            Route("/upload", take_upload, methods=["POST"]),
            Route("/predict", answers.predict, methods=["POST"]),
            Route("/predictions/{key}", answers.prediction_table),
            WebSocketRoute("/live", answers.live),
            *own,
            *diagnostics_routes(people),
            *document_routes(),
            Mount("/", StaticFiles(directory=static)),
        ],
        middleware=[Middleware(Guard, people=people, door=door)],
    )


class Answers:
    """What is answered to a person who was let in."""

    def __init__(self, people: People, static: Path) -> None:
        self.people = people
        self.index = static / "index.html"
        self.predictions = PredictionFiles()
        # The page learns from it that there is a class to ask about.
        plain = self.index.read_text(encoding="utf-8")
        self.class_page = plain.replace(
            '<div id="steersman">', '<div id="steersman" data-class="">'
        )

    async def page(self, request: Request) -> Response:
        """The page, with a session for this person behind it."""
        try:
            await asyncio.to_thread(self.people.wake, person_in(request.scope))
        except SteersmanError as error:
            return refusal_page(error)
        if self.people.guests is None:
            return FileResponse(self.index, headers={"cache-control": "no-cache"})
        return HTMLResponse(self.class_page, headers={"cache-control": "no-cache"})

    async def health(self, _request: Request) -> Response:
        """How the server is, for those who watch over it."""
        return JSONResponse(health_values(self.people))

    async def predict(self, request: Request) -> Response:
        """Predict a file by the model of a project."""
        projects = await asyncio.to_thread(self.people.wake, person_in(request.scope))
        place = unquote(request.headers.get("x-project", ""))
        session = projects.session_at(place) or projects.newest
        return await predict_upload(request, session, self.predictions)

    async def prediction_table(self, request: Request) -> Response:
        """The table that `predict` wrote, once."""
        return self.predictions.response(request.path_params["key"])

    async def live(self, socket: WebSocket) -> None:
        """The conversation with a window."""
        await converse(socket, self.people)


async def sweep_regularly(people: People) -> None:
    """Free the places of people who have gone away, until cancelled."""
    with suppress(asyncio.CancelledError):
        while True:
            await asyncio.sleep(SWEEP_S)
            await asyncio.to_thread(people.sweep)
