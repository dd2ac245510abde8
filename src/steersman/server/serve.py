"""Run the workbench: take a port, say where it is, open the browser, serve until interrupted."""

from __future__ import annotations

import os
import socket
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from threading import Timer

import uvicorn
from starlette.applications import Starlette

from steersman.data.files.file_reach import FileReach
from steersman.errors import SteersmanError
from steersman.server.app import application
from steersman.server.guard import new_token
from steersman.server.lasting_token import lasting_token
from steersman.server.precompile_process import preparing
from steersman.session import Session
from steersman.workers import workers_for

# More than anybody has workbenches open at once.
PORTS_TRIED = 50
# The socket already listens, so a browser that is faster merely waits for the first answer.
BROWSER_DELAY_S = 0.3
LONGEST_MESSAGE_BYTES = 2**20


def listening_socket(port: int, say: Callable[[str], None]) -> socket.socket:
    """A listening socket on `port` of the loopback interface, or on the next free port."""
    for candidate in range(port, port + PORTS_TRIED) if port else [0]:
        taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        # Lets a restarted workbench have its port at once. On Windows the option would allow two
        # servers on one port.
        if os.name == "posix":
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            # Never 0.0.0.0: the workbench reads files, and nobody else on the network may ask it
            # to.
            taken.bind(("127.0.0.1", candidate))
            taken.listen()
        except OSError:
            taken.close()
            continue
        if candidate != port:
            say(f"Port {port} is in use; taking {candidate}.")
        return taken
    raise SteersmanError(
        f"no free port from {port} to {port + PORTS_TRIED - 1}",
        todo="choose another with --port",
        code="port-taken",
        first=port,
        last=port + PORTS_TRIED - 1,
    )


def serve(
    session: Session,
    port: int,
    open_browser: bool,
    say: Callable[[str], None] = print,
    door: str = "",
    reach: FileReach | None = None,
) -> None:
    """Serve the workbench until it is interrupted.

    The page of a session that is kept finds it again by itself when the same `door` is opened. It
    may ask for the files in `reach`.
    """
    token = new_token() if session.log is None or not door else lasting_token(door)
    app = application(session, token, reach=reach)
    # Bound here and handed to uvicorn: between a check and a later bind another process could take
    # the port.
    bound = listening_socket(port, say)
    url = f"http://127.0.0.1:{bound.getsockname()[1]}/?token={token}"
    say(f"Steersman is at {url}")
    if open_browser and has_browser():
        Timer(BROWSER_DELAY_S, webbrowser.open, [url]).start()
    with (
        workers_for(),
        preparing(),
        suppress(KeyboardInterrupt),
    ):  # the server has stopped by the time it passes this on
        uvicorn.Server(server_settings(app)).run(sockets=[bound])
    say("Stopped.")


def server_settings(app: Starlette) -> uvicorn.Config:
    """Settings of the web server; no compression, which only costs time on one machine."""
    return uvicorn.Config(
        app,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
    )


def has_browser() -> bool:
    """Whether a browser with a window can be opened here."""
    if os.name == "posix" and os.uname().sysname == "Linux":
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True
