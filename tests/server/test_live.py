"""The live socket when its server goes away."""

from __future__ import annotations

import asyncio
import threading
from threading import Event

from starlette.websockets import WebSocketDisconnect

from steersman.data import load
from steersman.server.guard import PERSON
from steersman.server.live import converse
from steersman.server.people import People
from steersman.session import Session
from steersman.wire import Channel


class Window:
    """A window that asks one thing and goes away while it is answered."""

    def __init__(self, begun: Event, people: People) -> None:
        self.begun, self.scope = begun, {PERSON: people.owner}
        self.messages = ['{"id": 1, "action": "open"}']

    async def accept(self) -> None: ...

    async def send_bytes(self, frame: bytes) -> None: ...

    async def receive_text(self) -> str:
        if self.messages:
            return self.messages.pop()
        await asyncio.to_thread(self.begun.wait)
        raise WebSocketDisconnect(1001)


def test_an_answer_that_comes_after_the_server_has_stopped_is_dropped(monkeypatch) -> None:
    begun, stopped = Event(), Event()
    session = Session(load("wine"))
    perform = session.perform

    def perform_late(*given):
        begun.set()
        stopped.wait()
        return perform(*given)

    faults: list[object] = []
    workers: list[threading.Thread] = []
    close = Channel.close
    monkeypatch.setattr(session, "perform", perform_late)
    monkeypatch.setattr(threading, "excepthook", faults.append)
    monkeypatch.setattr(Channel, "close", lambda it: (workers.append(it.worker), close(it)))
    people = People(session, "secret")
    asyncio.run(converse(Window(begun, people), people))
    stopped.set()
    (worker,) = workers
    worker.join(timeout=30)
    assert not worker.is_alive()
    assert faults == []
