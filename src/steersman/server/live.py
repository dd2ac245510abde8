"""The live socket: a channel whose bytes travel over a WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from steersman.errors import SteersmanError
from steersman.server.guard import person_in
from steersman.server.log_lines import log_event
from steersman.server.people import People
from steersman.server.person import Person
from steersman.server.window import WindowObserver
from steersman.wire import Channel

LONGEST_MESSAGE = 1_000_000
# A window that takes nothing is slower than any network, or gone: what waits for it is memory.
MOST_FRAMES = 400
TOO_LONG, TOO_SLOW, NO_PLACE, ENDED = 1009, 4408, 4503, 4410

NewChannel = Callable[[Callable[[bytes], None], WindowObserver], Channel]


async def converse(socket: WebSocket, people: People) -> None:
    """Carry the messages and frames of one window on its own session until it goes away."""
    person = person_in(socket.scope)
    await socket.accept()
    try:
        projects = await asyncio.to_thread(people.wake, person)
    except SteersmanError as error:
        await socket.close(NO_PLACE, error.what)
        return
    await converse_over(
        socket, people, person, lambda send, observer: Channel(projects, send, observer)
    )


async def converse_over(
    socket: WebSocket, people: People, person: Person, new_channel: NewChannel
) -> None:
    """Carry messages and frames between an accepted socket and a channel."""
    loop = asyncio.get_running_loop()
    frames: asyncio.Queue[bytes] = asyncio.Queue()

    closing: set[asyncio.Task[None]] = set()

    def close_socket(code: int) -> None:
        # Kept until it is done: asyncio holds tasks weakly.
        closing.add(loop.create_task(close_quietly(socket, code)))

    def put(frame: bytes) -> None:
        frames.put_nowait(frame)
        if frames.qsize() == MOST_FRAMES:
            close_socket(TOO_SLOW)

    def send(frame: bytes) -> None:
        # The event loop is closed once the server has stopped: nobody hears it any more.
        with suppress(RuntimeError):
            # Channels send from their own threads, and asyncio queues belong to the loop's thread.
            loop.call_soon_threadsafe(put, frame)

    def hang_up() -> None:
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(close_socket, ENDED)

    channel = new_channel(send, WindowObserver(people, person))
    sender = asyncio.create_task(send_frames(socket, frames))
    try:
        person.add(channel, hang_up)
        log_event("window-opened", person=person.number, windows=people.windows)
        await receive_messages(socket, person, channel)
    except SteersmanError as error:
        await socket.close(NO_PLACE, error.what)
    except (WebSocketDisconnect, RuntimeError):
        # The window went away, or was sent away.
        pass
    finally:
        # It waits for the last action, which must not stall the other windows.
        await asyncio.to_thread(channel.close)
        person.remove(channel)
        log_event("window-closed", person=person.number, windows=people.windows)
        sender.cancel()
        with suppress(asyncio.CancelledError):
            await sender


async def close_quietly(socket: WebSocket, code: int) -> None:
    """Close a socket that may be closed already."""
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code)


async def receive_messages(socket: WebSocket, person: Person, channel: Channel) -> None:
    """Pass on the messages of a window until it goes away, or does not keep to the limits."""
    while True:
        text = await socket.receive_text()
        if len(text) > LONGEST_MESSAGE:
            await socket.close(TOO_LONG)
            return
        # A window that asks too fast is not refused: its next message is read later.
        wait_s = person.messages.wait_s()
        if wait_s:
            await asyncio.sleep(wait_s)
        channel.receive(text)


async def send_frames(socket: WebSocket, frames: asyncio.Queue[bytes]) -> None:
    """Send each frame as it comes; a window that has gone away ends it."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_bytes(await frames.get())
