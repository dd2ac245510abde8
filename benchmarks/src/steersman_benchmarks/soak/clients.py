"""Clients that vanish, sleep or never say what they want."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from types import ModuleType

from websockets.sync.client import connect

from steersman.data import load
from steersman.server import request_timeout, serve
from steersman.server.memory import open_descriptors
from steersman.server.people import People
from steersman_benchmarks.soak.registry import SoakRow
from steersman_benchmarks.soak.servers import answer_to, join, message, running_people

FREED_S = 30.0


QUICK: dict[tuple[ModuleType, str], float] = {
    (request_timeout, "LOOK_S"): 0.2,
    (request_timeout, "REQUEST_S"): 0.6,
    (request_timeout, "SILENT_S"): 0.8,
    (serve, "PING_S"): 0.4,
    (serve, "PONG_S"): 0.4,
}


@contextmanager
def hurried(long: bool) -> Iterator[None]:
    """In the short form, the server loses patience sooner."""
    kept = {(module, name): getattr(module, name) for module, name in QUICK}
    try:
        for (module, name), seconds in () if long else QUICK.items():
            setattr(module, name, seconds)
        yield
    finally:
        for (module, name), seconds in kept.items():
            setattr(module, name, seconds)


def clients(long: bool) -> list[SoakRow]:
    """Each kind of client 50 times; the short form 3 times."""
    count = 50 if long else 3
    with (
        TemporaryDirectory() as folder,
        hurried(long),
        running_people(load("wine"), Path(folder)) as (place, people),
    ):
        status, cookie = join(place, "Ann")
        idle = open_descriptors()
        rows = [
            silent_connections(place, count, b"", idle, "connections that say nothing"),
            silent_connections(place, count, b"GET / HT", idle, "half a request"),
            sleeping_windows(place, cookie, people, count),
            vanishing_windows(place, cookie, people, count),
            resumed_window(place, cookie),
        ]
        return [SoakRow("joined", 1, () if status == 303 else (str(status),)), *rows]


def dialled(place: str) -> socket.socket:
    host, _, port = place.partition(":")
    return socket.create_connection((host, int(port)), timeout=60)


def silent_connections(place: str, count: int, said: bytes, idle: int, what: str) -> SoakRow:
    """Connect, say little, and wait until the server hangs up."""
    began = monotonic()
    open_sockets = [dialled(place) for _ in range(count)]
    for each in open_sockets:
        each.sendall(said)
    faults = []
    for each in open_sockets:
        each.settimeout(FREED_S + 5)
        with suppress(ConnectionError):
            try:
                each.recv(1)
            except TimeoutError:
                faults.append("still open")
        each.close()
    seconds = monotonic() - began
    return freed_row(what, count, seconds, faults, open_descriptors() - idle)


def freed_row(what: str, count: int, seconds: float, faults: list[str], left: int = 0) -> SoakRow:
    """How long it took until everything was freed."""
    if seconds > FREED_S:
        faults.append(f"freed after {seconds:.0f} s")
    if left > 2:
        faults.append(f"{left} descriptors more than before")
    return SoakRow(what, count, tuple(faults), f"freed after {seconds:.1f} s")


def raw_window(place: str, cookie: str) -> socket.socket:
    """A WebSocket that never answers a ping, as that of a computer that sleeps."""
    window = dialled(place)
    window.sendall(
        f"GET /live HTTP/1.1\r\nHost: {place}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: c29ha2VkIGJ5IHNvYWsuLg==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {cookie}\r\n\r\n".encode()
    )
    assert b"101" in window.recv(4096)  # noqa: S101
    return window


def sleeping_windows(place: str, cookie: str, people: People, count: int) -> SoakRow:
    """Open windows that then sleep, some at a time, and wait until they are freed."""
    began, faults = monotonic(), list[str]()
    at_once = min(count, 10)
    windows = [raw_window(place, cookie) for _ in range(at_once)]
    wait_for_no_windows(people, faults)
    seconds = monotonic() - began
    for each in windows:
        each.close()
    return freed_row("windows of sleeping computers", at_once, seconds, faults)


def vanishing_windows(place: str, cookie: str, people: People, count: int) -> SoakRow:
    """Open windows whose connection is cut."""
    faults, longest = list[str](), 0.0
    for _ in range(count):
        began = monotonic()
        window = raw_window(place, cookie)
        # No time to linger: the connection is reset, not closed.
        window.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        window.close()
        wait_for_no_windows(people, faults)
        longest = max(longest, monotonic() - began)
    return freed_row("windows that vanish", count, longest, faults)


def wait_for_no_windows(people: People, faults: list[str]) -> None:
    patience_s = monotonic() + FREED_S + 5
    while people.windows:
        if monotonic() > patience_s:
            faults.append(f"{people.windows} windows are still there")
            return
        sleep(0.02)


def resumed_window(place: str, cookie: str) -> SoakRow:
    """A window that comes back finds its project where it left it."""
    faults, found = list[str](), []
    for value in (0.25, None):
        headers = {"cookie": cookie}
        with connect(f"ws://{place}/live", additional_headers=headers, max_size=None) as window:
            window.send(message(1, "open"))
            if value is not None:
                window.send(message(2, "move-knob", knob="alpha", value=value))
            header, wanted = None, 1 if value is None else 2
            while header is None:
                header = answer_to(wanted, bytes(window.recv(timeout=30)))  # type: ignore[arg-type]
            found.append(header["state"]["plane"]["knobs"]["alpha"])
    if found != [0.25, 0.25]:
        faults.append(f"alpha was {found[0]} and is {found[1]}")
    return SoakRow("windows that come back", 1, tuple(faults), "the same project, the same state")
