"""A limit on how long a connection may take to say what it wants."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

LOOK_S = 5.0
# A connection that has not sent the head of a request by then is half open, or sends it byte by
# byte.
REQUEST_S = 20.0
# An upload from which nothing came for so long has lost its sender.
SILENT_S = 25.0


class TimedProtocol(H11Protocol):
    """The HTTP protocol of uvicorn, which by itself waits for ever for a request or its body."""

    looking: asyncio.TimerHandle | None = None
    idle_since = 0.0
    heard_at = 0.0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.idle_since = self.heard_at = self.loop.time()
        self.looking = self.loop.call_later(LOOK_S, self.look)

    def data_received(self, data: bytes) -> None:
        self.heard_at = self.loop.time()
        super().data_received(data)

    def on_response_complete(self) -> None:
        # The next request has its time from here.
        self.idle_since = self.loop.time()
        super().on_response_complete()

    def look(self) -> None:
        """Close a connection that waits for nothing but more bytes, and gets none."""
        now, state = self.loop.time(), self.conn.their_state
        if state is not h11.IDLE:
            self.idle_since = now
        late = now - self.idle_since >= REQUEST_S
        silent = state is h11.SEND_BODY and now - self.heard_at >= SILENT_S
        if late or silent:
            self.transport.close()
        else:
            self.looking = self.loop.call_later(LOOK_S, self.look)

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_looking()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        # The connection belongs to another protocol from now on.
        self.stop_looking()
        super().handle_websocket_upgrade(event)

    def stop_looking(self) -> None:
        if self.looking is not None:
            self.looking.cancel()
            self.looking = None
