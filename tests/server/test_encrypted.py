"""Encrypted servers: one with TLS files, and the nginx example of the documentation."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import BadStatusLine, HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest
import uvicorn
from websockets.sync.client import connect

from steersman.cli.network import NetworkOptions, hosting_of
from steersman.data import Dataset
from steersman.server.app import people_application
from steersman.server.door import Door
from steersman.server.log_lines import keep_log, stop_log
from steersman.server.people import People
from steersman.server.serve import listening_socket, server_settings
from steersman.session import Session
from steersman.session.storage.files import free_path
from steersman.session.storage.project import Origin, project_session
from steersman.wire.frames import decode_frame
from steersman_benchmarks.browser import free_port

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "nginx.conf"
NAME = "class.example.org"
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed")


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate that signs itself, and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    made = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    named = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    files = ["-keyout", str(key), "-out", str(cert)]
    command = ["openssl", *made.split(), *named, *files]
    subprocess.run(command, check=True, capture_output=True)
    return cert, key


@contextmanager
def running_nginx(folder: Path, backend: int, port: int) -> Iterator[None]:
    """The example with other ports and its own certificate, until the block ends."""
    cert, key = certificate(folder)
    example = EXAMPLE.read_text()
    for old, new in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("127.0.0.1:7400", f"127.0.0.1:{backend}"),
        (f"/etc/ssl/{NAME}.pem", str(cert)),
        (f"/etc/ssl/{NAME}.key", str(key)),
    ):
        assert old in example
        example = example.replace(old, new)
    places = " ".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = folder / "nginx.conf"
    whole.write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off; {places}\n{example}\n}}\n"
    )
    with subprocess.Popen([NGINX, "-c", str(whole), "-e", str(folder / "error.log")]) as nginx:
        try:
            yield
        finally:
            nginx.terminate()


@pytest.fixture
def proxied(mail: Dataset, tmp_path: Path) -> Iterator[tuple[int, People, Path]]:
    """The port of nginx before a class, its people and the folder of its files."""
    (tmp_path / "index.html").write_text("<title>the page</title>")
    session = project_session(free_path("proxied"), Origin(mail))
    options = NetworkOptions(
        behind_proxy=True, address=f"https://{NAME}", people=3, code="ABC234", copies=True
    )
    hosting = hosting_of(options, session, [], str(tmp_path))
    people = People(session, "secret", hosting.guests)
    app = people_application(people, hosting.door, f"https://{NAME}", tmp_path)
    bound = listening_socket(0, lambda _said: None)
    server = uvicorn.Server(server_settings(app, hosting.door))
    thread = Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    keep_log(tmp_path / "log.jsonl")
    port = free_port()
    try:
        with running_nginx(tmp_path, bound.getsockname()[1], port):
            yield port, people, tmp_path
    finally:
        stop_log()
        server.should_exit = True
        thread.join(timeout=10)
        bound.close()
        session.log.store.close()


class ProxiedBrowser:
    """Asks nginx over TLS, under the name in its certificate."""

    def __init__(self, port: int, cert: Path) -> None:
        self.port, self.context = port, ssl.create_default_context(cafile=str(cert))

    def ask(self, path: str, body: str | None = None, **headers: str) -> HTTPResponse:
        method = "GET" if body is None else "POST"
        connection = HTTPSConnection(NAME, self.port, context=self.context)
        connection._create_connection = lambda *_given: self.connected()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(connection):
            connection.request(method, path, body, named)
            return connection.getresponse()

    def connected(self) -> socket.socket:
        """A connection, as soon as nginx listens."""
        patience = monotonic() + 10.0
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.port))
            except ConnectionRefusedError:
                assert monotonic() < patience
                sleep(0.02)


@pytest.mark.skipif(not Path(NGINX).exists(), reason="nginx is not installed")
def test_the_example_carries_pages_forms_and_the_live_socket(
    proxied: tuple[int, People, Path],
) -> None:
    port, people, folder = proxied
    browser, link = ProxiedBrowser(port, folder / "cert.pem"), f"{NAME}:{port}"
    assert browser.ask("/join").status == 200
    form = "application/x-www-form-urlencoded"
    said = {"content_type": form, "origin": f"https://{link}", "x_forwarded_for": "203.0.113.9"}
    joined = browser.ask("/join", "code=ABC234&name=Ann", **said)
    assert joined.status == 303
    cookie = joined.headers["set-cookie"]
    assert "Secure" in cookie
    given = re.match(r"[^;]+", cookie)[0]
    assert browser.ask("/", cookie=given).status == 200
    assert browser.ask("/health", cookie=given, origin="https://evil.example").status == 403
    with connect(
        f"wss://{link}/live",
        sock=browser.connected(),
        ssl=browser.context,
        additional_headers={"cookie": given},
        origin=f"https://{link}",
    ) as live:
        live.send('{"id": 1, "action": "open"}')
        header, _ = decode_frame(live.recv())
    assert header["kind"] == "view"
    assert [each.name for each in people.present] == ["Ann"]
    # The proxy says where somebody comes from; what they say themselves does not count.
    lines = (folder / "log.jsonl").read_text().splitlines()
    (line,) = (line for line in lines if '"joined"' in line)
    assert '"address": "127.0.0.1"' in line


def test_a_server_with_tls_files_speaks_nothing_else(mail: Dataset, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<title>the page</title>")
    cert, key = certificate(tmp_path)
    door = Door("127.0.0.1", cert, key, address=f"https://{NAME}").check()
    app = people_application(People(Session(mail), "secret"), door, static=tmp_path)
    bound = listening_socket(0, lambda _said: None)
    port = bound.getsockname()[1]
    server = uvicorn.Server(server_settings(app, door))
    thread = Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    try:
        answer = ProxiedBrowser(port, cert).ask("/?token=secret", host="127.0.0.1")
        assert answer.status == 303
        plain = HTTPConnection("127.0.0.1", port, timeout=20)
        with closing(plain):
            plain.request("GET", "/?token=secret")
            with pytest.raises((ConnectionError, BadStatusLine)):
                plain.getresponse()
    finally:
        server.should_exit = True
        thread.join(timeout=10)
        bound.close()
