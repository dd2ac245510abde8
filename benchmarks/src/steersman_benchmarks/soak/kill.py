"""A server that is killed at random instants while a client steers."""

from __future__ import annotations

import os
import random
import signal
import socket
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from time import monotonic, sleep

import uvicorn
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from steersman.data import load
from steersman.server.app import application
from steersman.server.serve import listening_socket, server_settings
from steersman.session.storage.project import Origin, opened_project, project_session
from steersman.session.storage.store import Store
from steersman_benchmarks.soak.registry import SoakRow
from steersman_benchmarks.soak.servers import answer_to, message

DATA = "wine"
LONGEST_S = 0.6


def serve_project(path: str, bound: socket.socket, static: str) -> None:
    """Open a project and serve it until killed."""
    session = project_session(Path(path), Origin(load(DATA), DATA))
    uvicorn.Server(server_settings(application(session, "secret", Path(static)))).run([bound])


def kill(long: bool) -> list[SoakRow]:
    """Kill 200 times; the short form 3 times."""
    kills, chance = 200 if long else 3, random.Random(7)  # noqa: S311
    faults: list[str] = []
    acknowledged = 0
    with TemporaryDirectory() as folder:
        (Path(folder) / "index.html").write_text("<title>soak</title>")
        path = Path(folder) / "work.steer"
        for number in range(kills):
            done = steer_until_killed(path, Path(folder), chance)
            acknowledged += len(done)
            faults += [f"kill {number}: {fault}" for fault in losses(path, done)]
    note = f"{acknowledged:,} acknowledged actions, none lost" if not faults else ""
    return [SoakRow("kill -9 while a client steers", kills, tuple(faults), note)]


def steer_until_killed(path: Path, static: Path, chance: random.Random) -> dict[int, float]:
    """Move a knob until the server is killed at a random instant; what was acknowledged."""
    bound = listening_socket(0, lambda _said: None)
    place = f"127.0.0.1:{bound.getsockname()[1]}"
    process = get_context("fork").Process(
        target=serve_project, args=(str(path), bound, str(static)), daemon=True
    )
    process.start()
    bound.close()
    done: dict[int, float] = {}
    timer: Timer | None = None
    try:
        with connected(f"ws://{place}/live?token=secret") as window:
            timer = Timer(chance.uniform(0, LONGEST_S), os.kill, (process.pid, signal.SIGKILL))
            timer.start()
            for asked in range(1, 100_000):
                value, gesture = chance.uniform(0.1, 1.0), asked // 5 if asked % 2 else 0
                window.send(message(asked, "move-knob", knob="alpha", value=value, gesture=gesture))
                answer = None
                while answer is None:
                    answer = answer_to(asked, frame_of(window))
                done[answer["revision"]] = value
    except (OSError, WebSocketException, TimeoutError, EOFError):
        pass
    finally:
        if timer is not None:
            timer.join()
        process.kill()
        process.join()
    return done


def frame_of(window: ClientConnection) -> bytes:
    frame = window.recv(timeout=20)
    return frame.encode() if isinstance(frame, str) else frame


def connected(address: str) -> ClientConnection:
    """A window on a server that is still starting."""
    patience = monotonic() + 60
    while True:
        try:
            return connect(address, max_size=None)
        except (OSError, WebSocketException):
            if monotonic() > patience:
                raise
            sleep(0.05)


def losses(path: Path, done: dict[int, float]) -> list[str]:
    """What was acknowledged and is not in the project, and what else is wrong with it."""
    faults = []
    with closing(Store.read_only(path)) as store:
        kept = {each.outcome["revision"]: each for each in store.entries()}
        saved = store.checkpoint()
    if done:
        last = max(done)
        at = saved[2]["revision"] if saved is not None else 0
        if last not in kept and last > at:
            faults.append(f"the action of revision {last} is not in the log")
        elif last in kept and kept[last].action["value"] != done[last]:
            faults.append(f"revision {last} has another value")
    session = opened_project(path)
    try:
        if kept and session.state.digest != kept[max(kept)].outcome["state"]:
            faults.append("the state differs from the log")
    finally:
        session.log.store.close()  # type: ignore[union-attr]
    return faults
