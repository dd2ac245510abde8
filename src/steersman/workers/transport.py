"""Messages between a session and a worker: short JSON on a socket, arrays in shared memory."""

from __future__ import annotations

import json
import mmap
import os
import socket
import struct
from collections.abc import Mapping, Sequence
from typing import Any

from steersman.workers.values import Buffer

HEADER = struct.Struct("<I")
# Progress and news; results are in shared memory.
LONGEST_MESSAGE = 2**26
ALIGNMENT = 64


class ProcessGoneError(ConnectionError):
    """The process at the other end has ended."""


def send_message(link: socket.socket, message: object, file: int | None = None) -> None:
    """Send a short message, with a file of shared memory if there is one."""
    content = json.dumps(message, default=plain).encode("ascii")
    fds = [] if file is None else [file]
    try:
        # The first byte carries the file; the rest may need several calls.
        socket.send_fds(link, [HEADER.pack(len(content))], fds)
        link.sendall(content)
    except OSError as error:
        raise ProcessGoneError(str(error)) from error


def plain(value: Any) -> object:
    """A number of numpy, or a mapping, as JSON has it."""
    return dict(value) if isinstance(value, Mapping) else value.tolist()


def receive_message(link: socket.socket) -> tuple[Any, int | None]:
    """The next message, and the file of shared memory that came with it."""
    try:
        start, fds, _, _ = socket.recv_fds(link, HEADER.size, 1)
        start += exactly(link, HEADER.size - len(start))
        (length,) = HEADER.unpack(start)
        if length > LONGEST_MESSAGE:
            raise ProcessGoneError("a message is too long")
        return json.loads(exactly(link, length)), (fds[0] if fds else None)
    except OSError as error:
        raise ProcessGoneError(str(error)) from error


def exactly(link: socket.socket, length: int) -> bytes:
    """The next bytes of a socket."""
    parts = []
    while length:
        part = link.recv(min(length, 2**20))
        if not part:
            raise ProcessGoneError("the other end was closed")
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def shared_memory(buffers: Sequence[Buffer]) -> tuple[int, list[tuple[int, int]]]:
    """Buffers in a file of shared memory: its descriptor, and the place and size of each."""
    file, places, end = os.memfd_create("steersman", os.MFD_CLOEXEC), [], 0
    try:
        for each in buffers:
            view = memoryview(each).cast("B")
            places.append((end, len(view)))
            written = 0
            while written < len(view):
                written += os.pwrite(file, view[written:], end + written)
            end += -(-len(view) // ALIGNMENT) * ALIGNMENT
    except BaseException:
        os.close(file)
        raise
    return file, places


def mapped_buffers(file: int, places: Sequence[tuple[int, int]]) -> list[memoryview]:
    """Buffers of shared memory that the other end will not change; arrays in them can be written.

    Changes stay in this process.
    """
    size = os.fstat(file).st_size
    whole = memoryview(mmap.mmap(file, size, access=mmap.ACCESS_COPY) if size else b"")
    return [whole[start : start + length] for start, length in places]


def copied_buffers(
    file: int, places: Sequence[tuple[int, int]], most_bytes: int
) -> list[memoryview]:
    """Copies of buffers: the other end could shorten the file while it is read."""
    size = os.fstat(file).st_size
    if size > most_bytes or any(start + length > size for start, length in places):
        raise ProcessGoneError("an answer is too large")
    found = []
    for start, length in places:
        content = bytearray(length)
        view, done = memoryview(content), 0
        while done < length:
            read = os.preadv(file, [view[done:]], start + done)
            if not read:
                raise ProcessGoneError("an answer is incomplete")
            done += read
        found.append(view)
    return found
