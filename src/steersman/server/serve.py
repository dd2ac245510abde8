"""Run the workbench: take a port, say where it is, open the browser, serve until interrupted."""

from __future__ import annotations

import os
import socket
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer

import uvicorn
from starlette.applications import Starlette

from steersman.data.files.file_reach import FileReach
from steersman.errors import SteersmanError
from steersman.server.app import people_application
from steersman.server.door import LOOPBACK, Door
from steersman.server.guard import new_token
from steersman.server.lasting_token import lasting_token
from steersman.server.log_lines import keep_log, log_event, stop_log
from steersman.server.people import GuestSettings, People
from steersman.server.precompile_process import preparing
from steersman.server.request_timeout import TimedProtocol
from steersman.session import Session
from steersman.workers import workers_for

# More than anybody has workbenches open at once.
PORTS_TRIED = 50
# The socket already listens, so a browser that is faster merely waits for the first answer.
BROWSER_DELAY_S = 0.3
LONGEST_MESSAGE_BYTES = 2**20
# A window that does not answer is gone: it is asked every so often, and may take so long.
PING_S, PONG_S = 10.0, 15.0
# A whole class connects within a second.
WAITING_CONNECTIONS = 512


@dataclass(frozen=True)
class Hosting:
    """How a workbench is served: its door, who else may come in, and the log of what happens.

    The page of the owner may ask for the files in `reach`, or for any; guests for their own.
    """

    door: Door = field(default_factory=Door)
    guests: GuestSettings | None = None
    log: Path | None = None
    reach: FileReach | None = None


def listening_socket(port: int, say: Callable[[str], None], host: str = LOOPBACK) -> socket.socket:
    """A listening socket on `port` of a host, this machine by default, or on the next free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + PORTS_TRIED) if port else [0]:
        taken = socket.socket(family, socket.SOCK_STREAM)
        # Lets a restarted workbench have its port at once. On Windows the option would allow two
        # servers on one port.
        if os.name == "posix":
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            # Never 0.0.0.0 unless somebody asks for it and others cannot listen in: the workbench
            # reads files.
            taken.bind((host, candidate))
            taken.listen(WAITING_CONNECTIONS)
        except socket.gaierror as error:
            taken.close()
            raise SteersmanError(
                f"this machine has no address {host}",
                todo="give one of its addresses with --host, or 0.0.0.0 for all",
                code="host-unknown",
                host=host,
            ) from error
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
    hosting: Hosting | None = None,
) -> None:
    """Serve the workbench until it is interrupted.

    The page of a session that is kept finds it again by itself when the same `door` is opened.
    """
    hosting = hosting or Hosting()
    token = new_token() if session.log is None or not door else lasting_token(door)
    people = People(session, token, hosting.guests, hosting.reach)
    # Bound here and handed to uvicorn: between a check and a later bind another process could take
    # the port.
    bound = listening_socket(port, say, hosting.door.host)
    number = bound.getsockname()[1]
    link = hosting.door.link(number)
    app = people_application(people, hosting.door, link)
    if hosting.log is not None:
        keep_log(hosting.log)
    url = f"{link}/?token={token}"
    say(f"Steersman is at {url}")
    if hosting.guests is not None:
        say(f"Others join at {link}/join?code={hosting.guests.code} (code {hosting.guests.code})")
        say(f"See who is in: {link}/class?token={token}")
    if open_browser and has_browser():
        Timer(BROWSER_DELAY_S, webbrowser.open, [url]).start()
    log_event("started", port=number)
    with (
        workers_for(),
        preparing(),
        suppress(KeyboardInterrupt),
    ):  # the server has stopped by the time it passes this on
        uvicorn.Server(server_settings(app, hosting.door)).run(sockets=[bound])
    log_event("stopped")
    stop_log()
    say("Stopped.")


def server_settings(app: Starlette, door: Door | None = None) -> uvicorn.Config:
    """Settings of the web server; no compression, which only costs time on one machine."""
    door = door or Door()
    return uvicorn.Config(
        app,
        http=TimedProtocol,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PONG_S,
        timeout_graceful_shutdown=1,
        ssl_certfile=door.cert,
        ssl_keyfile=door.key,
        # Only a proxy on this machine is believed, or those in FORWARDED_ALLOW_IPS.
        proxy_headers=door.behind_proxy,
        server_header=False,
    )


def has_browser() -> bool:
    """Whether a browser with a window can be opened here."""
    if os.name == "posix" and os.uname().sysname == "Linux":
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True
