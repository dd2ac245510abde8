"""Servers that soaks try to break, and clients that talk to them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from subprocess import PIPE
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from urllib.parse import urlencode, urlsplit

import uvicorn

from steersman.cli.network import NetworkOptions, hosting_of
from steersman.data import Dataset, load
from steersman.server.app import people_application
from steersman.server.people import People
from steersman.server.serve import listening_socket, server_settings
from steersman.session.storage.project import Origin, project_session
from steersman.wire.frames import decode_frame

CODE = "SOAKED"


@dataclass(frozen=True)
class ClassProcess:
    """A class in a process of its own."""

    address: str
    token: str
    pid: int

    @property
    def place(self) -> str:
        return urlsplit(self.address).netloc

    def health(self) -> dict[str, Any]:
        """What the server says of itself."""
        connection = HTTPConnection(self.place, timeout=30)
        connection.request("GET", "/health", headers={"authorization": f"Bearer {self.token}"})
        found: dict[str, Any] = json.loads(connection.getresponse().read())
        connection.close()
        return found

    def memory_mb(self) -> float:
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@contextmanager
def class_process(data: str, places: int) -> Iterator[ClassProcess]:
    """A class that the command line serves, in a home folder of its own."""
    with TemporaryDirectory() as home:
        apart = {f"XDG_{name}_HOME": f"{home}/{name}" for name in ("DATA", "CONFIG", "STATE")}
        environment = {**os.environ, **apart, "STEERSMAN_PROJECTS": f"{home}/projects"}
        command = [sys.executable, "-u", "-m", "steersman", "classroom", data, "--no-open"]
        command += ["--port", "0", "--people", str(places), "--code", CODE]
        with subprocess.Popen(command, stdout=PIPE, text=True, env=environment) as process:
            try:
                said = next(line for line in process.stdout or () if "Steersman is at" in line)
                address, token = re.findall(r"(http\S+)/\?token=(\S+)", said)[0]
                yield ClassProcess(address, token, process.pid)
            finally:
                process.terminate()
                process.wait()


@contextmanager
def class_here(data: str, places: int) -> Iterator[ClassProcess]:
    """A class in this process, for the short form: starting another one takes seconds."""
    with (
        TemporaryDirectory() as folder,
        running_people(load(data), Path(folder), places) as (place, _people),
    ):
        yield ClassProcess(f"http://{place}", "secret", os.getpid())


def join(place: str, name: str) -> tuple[int, str]:
    """The status of an attempt to join, and the cookie of the person."""
    connection = HTTPConnection(place, timeout=120)
    form = urlencode({"code": CODE, "name": name})
    connection.request("POST", "/join", form, {"content-type": "application/x-www-form-urlencoded"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, (answer.headers.get("set-cookie") or "").partition(";")[0]


@contextmanager
def running_people(dataset: Dataset, folder: Path, places: int = 4) -> Iterator[tuple[str, People]]:
    """The host and port of a class in this process, and its people."""
    session = project_session(folder / "owner.steer", Origin(dataset))
    options = NetworkOptions(people=places, code=CODE)
    with projects_in(folder):
        hosting = hosting_of(options, session, [], str(folder))
    people = People(session, "secret", hosting.guests)
    bound = listening_socket(0, lambda _said: None)
    place = f"127.0.0.1:{bound.getsockname()[1]}"
    (folder / "static").mkdir(exist_ok=True)
    (folder / "static" / "index.html").write_text("<title>soak</title>")
    app = people_application(people, hosting.door, f"http://{place}", folder / "static")
    server = uvicorn.Server(server_settings(app, hosting.door))
    thread = Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    try:
        yield place, people
    finally:
        server.should_exit = True
        thread.join(timeout=20)
        bound.close()
        with suppress(Exception):
            session.log.store.close()  # type: ignore[union-attr]


@contextmanager
def projects_in(folder: Path) -> Iterator[None]:
    """Projects are saved in a folder within the block."""
    before = os.environ.get("STEERSMAN_PROJECTS")
    os.environ["STEERSMAN_PROJECTS"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["STEERSMAN_PROJECTS"]
        else:
            os.environ["STEERSMAN_PROJECTS"] = before


def message(number: int, action: str, **fields: object) -> str:
    """A message as a page sends it."""
    return json.dumps({"id": number, "action": action, **fields})


def answer_to(number: int, frame: bytes) -> dict[str, Any] | None:
    """The header of a frame, if it is the answer to a message."""
    header, _ = decode_frame(frame)
    mine = header["reply_to"] == number and header["kind"] not in ("progress", "news")
    return header if mine else None
