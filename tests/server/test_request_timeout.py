"""How long a connection may take to say what it wants."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from steersman.server.request_timeout import REQUEST_S, TimedProtocol


class Clock:
    """A loop whose time is set by hand, and which calls nothing back."""

    def __init__(self) -> None:
        self.now = 0.0

    def time(self) -> float:
        return self.now

    def call_later(self, _delay_s: float, _call: Callable[[], None]) -> asyncio.TimerHandle:
        return NO_TIMER


class Never:
    def cancel(self) -> None:
        pass


NO_TIMER: Any = Never()


class Connection(asyncio.Transport):
    """A transport that only knows whether it was closed."""

    closed = False

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def resume_reading(self) -> None:
        pass


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def connection() -> Connection:
    return Connection()


@pytest.fixture
def protocol(clock: Clock, connection: Connection) -> TimedProtocol:
    config = uvicorn.Config(lambda: None)
    config.load()
    loop: Any = clock
    made = TimedProtocol(config, ServerState(), {}, loop)
    made.connection_made(connection)
    return made


def test_a_connection_that_asks_for_nothing_is_closed(
    clock: Clock, connection: Connection, protocol: TimedProtocol
) -> None:
    clock.now = REQUEST_S - 1.0
    protocol.look()
    assert not connection.closed
    clock.now = REQUEST_S
    protocol.look()
    assert connection.closed


def test_a_connection_may_ask_again_and_again(
    clock: Clock, connection: Connection, protocol: TimedProtocol
) -> None:
    clock.now = REQUEST_S - 1.0
    protocol.on_response_complete()
    clock.now = 2.0 * REQUEST_S - 2.0
    protocol.look()
    assert not connection.closed
    clock.now = 2.0 * REQUEST_S
    protocol.look()
    assert connection.closed
