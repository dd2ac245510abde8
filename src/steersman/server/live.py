"""The live socket: a channel whose bytes travel over a WebSocket."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from steersman.session.storage.open_projects import OpenProjects
from steersman.wire import Channel

LONGEST_MESSAGE = 1_000_000


async def converse(socket: WebSocket, projects: OpenProjects) -> None:
    """Carry one window's messages and frames until it goes away."""
    await socket.accept()
    loop = asyncio.get_running_loop()
    frames: asyncio.Queue[bytes] = asyncio.Queue()

    def send(frame: bytes) -> None:
        # The event loop is closed once the server has stopped: nobody hears it any more.
        with suppress(RuntimeError):
            # Channels send from their own threads, and asyncio queues belong to the loop's thread.
            loop.call_soon_threadsafe(frames.put_nowait, frame)

    channel = Channel(projects, send)
    sender = asyncio.create_task(send_frames(socket, frames))
    try:
        while True:
            text = await socket.receive_text()
            if len(text) > LONGEST_MESSAGE:
                await socket.close(1009)
                return
            channel.receive(text)
    except WebSocketDisconnect:
        return
    finally:
        # It waits for the last action, which must not stall the other windows.
        await asyncio.to_thread(channel.close)
        sender.cancel()
        with suppress(asyncio.CancelledError):
            await sender


async def send_frames(socket: WebSocket, frames: asyncio.Queue[bytes]) -> None:
    """Send each frame as it comes; a window that has gone away ends it."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_bytes(await frames.get())
