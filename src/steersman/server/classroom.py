"""The class: what its pages know, the screen that the teacher shows, and who is in."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from steersman.server.guard import person_in
from steersman.server.live import converse_over
from steersman.server.log_lines import log_event
from steersman.server.people import People
from steersman.server.person import Person
from steersman.wire.follow_channel import FollowChannel, Picture

# What is open on the teacher's page: a few tabs and the settings of a lesson.
LONGEST_SCREEN = 20_000
NOT_SHARED = 4403
# The list of people is sent so often at least, so that nobody has to reload it.
REFRESH_S = 2.0


class Classroom:
    """The state that the pages of a class share, and the sockets that hear of it."""

    def __init__(self, people: People, link: str) -> None:
        assert people.owner.projects is not None  # noqa: S101
        self.people, self.link = people, link
        self.picture = Picture(people.owner.projects)
        self.sharing = False
        self.screen: dict[str, Any] = {}
        self.pages: dict[asyncio.Event, Person] = {}
        self.followers: set[WebSocket] = set()

    def values(self, person: Person) -> dict[str, Any]:
        """What the page of a person knows of the class; who is in is for the teacher only."""
        guests = self.people.guests
        values: dict[str, Any] = {
            "role": "teacher" if person.is_owner else "student",
            "name": person.name,
            "open": self.people.open,
            "sharing": self.sharing,
            "screen": self.screen if self.sharing else None,
        }
        if not person.is_owner or guests is None:
            return values
        there = [
            {"number": each.number, "name": each.name, "windows": len(each.channels)}
            for each in self.people.present
        ]
        return values | {
            "code": guests.code,
            "link": self.link,
            "limit": guests.limit,
            "people": there,
            "following": len(self.followers),
        }

    def tell_pages(self) -> None:
        """Tell all pages."""
        for page in self.pages:
            page.set()

    async def obey(self, message: dict[str, Any]) -> None:
        """Do what the teacher's page asks for."""
        match message:
            case {"share": bool(share)}:
                self.sharing = share
                if not share:
                    for socket in list(self.followers):
                        with suppress(RuntimeError, WebSocketDisconnect):
                            await socket.close(NOT_SHARED)
            case {"screen": dict(screen)}:
                self.screen = screen
            case {"open": True}:
                self.people.reopen()
            case {"open": False}:
                self.sharing = False
                await asyncio.to_thread(self.people.end)
                log_event("ended")
            case {"remove": int(number)}:
                for person in self.people.present:
                    if person.number == number:
                        await asyncio.to_thread(self.people.remove, person)
            case _:
                return
        self.tell_pages()

    async def converse(self, socket: WebSocket) -> None:
        """Tell a page about the class whenever it changes; the teacher's page may change it."""
        person = person_in(socket.scope)
        await socket.accept()
        news = asyncio.Event()
        news.set()
        self.pages[news] = person
        self.tell_pages()
        sender = asyncio.create_task(self.send_news(socket, person, news))
        try:
            while True:
                text = await socket.receive_text()
                message = json.loads(text) if len(text) <= LONGEST_SCREEN else None
                if person.is_owner and isinstance(message, dict):
                    await self.obey(message)
        except (WebSocketDisconnect, RuntimeError, ValueError, RecursionError):
            return
        finally:
            del self.pages[news]
            sender.cancel()
            with suppress(asyncio.CancelledError):
                await sender

    async def send_news(self, socket: WebSocket, person: Person, news: asyncio.Event) -> None:
        """Send what a page knows of the class when it is not what it was."""
        sent = ""
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), REFRESH_S)
                news.clear()
                text = json.dumps(self.values(person))
                if text != sent:
                    await socket.send_text(text)
                    sent = text

    async def follow(self, socket: WebSocket) -> None:
        """Carry the teacher's session to a window that may only look."""
        person = person_in(socket.scope)
        await socket.accept()
        if not self.sharing:
            await socket.close(NOT_SHARED)
            return
        self.followers.add(socket)
        self.tell_pages()
        try:
            await converse_over(
                socket,
                self.people,
                person,
                lambda send, observer: FollowChannel(self.picture, send, observer),
            )
        finally:
            self.followers.discard(socket)
            self.tell_pages()

    def routes(self) -> list[BaseRoute]:
        """The sockets of the class."""
        return [
            WebSocketRoute("/class/news", self.converse),
            WebSocketRoute("/class/screen", self.follow),
        ]
