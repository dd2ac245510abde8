from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from steersman.data import Dataset
from steersman.errors import SteersmanError
from steersman.server.app import application
from steersman.server.guard import new_token
from steersman.server.serve import listening_socket
from steersman.session import Session

HOME = "http://127.0.0.1:7400"


@pytest.fixture
def client(mail: Dataset, tmp_path: Path) -> Iterator[TestClient]:
    (tmp_path / "index.html").write_text("<title>the page</title>")
    (tmp_path / "app.js").write_text("export {}")
    app = application(Session(mail), "secret", static=tmp_path)
    with TestClient(app, base_url=HOME) as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/app.js", "/health", "/?token=wrong", "/?token="])
def test_without_the_token_nobody_gets_in(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 403
    assert "token" in response.text
    assert "the page" not in response.text


def test_the_token_moves_from_the_address_into_a_cookie(client: TestClient) -> None:
    response = client.get("/?token=secret&room=plane", follow_redirects=False)
    assert response.status_code == 303
    assert response.headers["location"] == "/?room=plane"
    cookie = response.headers["set-cookie"]
    assert "steersman-7400=secret" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    page = client.get("/")
    assert "the page" in page.text
    assert "unsafe-eval" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert client.get("/health").json()["revision"] == 0


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:7400", "10.0.0.1:7400"])
def test_other_names_of_this_machine_are_refused(client: TestClient, host: str) -> None:
    response = client.get("/?token=secret", headers={"host": host}, follow_redirects=False)
    assert response.status_code == 403


def test_pages_from_elsewhere_are_refused(client: TestClient) -> None:
    headers = {"origin": "http://evil.example"}
    assert client.get("/?token=secret", headers=headers).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        client.websocket_connect("ws://127.0.0.1:7400/live?token=secret", headers=headers),
    ):
        pass
    assert refused.value.code == 1008


def test_a_socket_without_the_token_is_refused(client: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("ws://127.0.0.1:7400/live"):
        pass


def test_a_message_that_is_too_long_closes_the_socket(client: TestClient) -> None:
    with client.websocket_connect("ws://127.0.0.1:7400/live?token=secret") as socket:
        socket.send_text("x" * 1_000_001)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_bytes()
        assert closed.value.code == 1009


def test_files_outside_the_page_are_not_served(client: TestClient) -> None:
    client.get("/?token=secret")
    assert client.get("/../conftest.py").status_code == 404
    assert client.get("/%2e%2e/conftest.py").status_code == 404


def test_tokens_are_long_and_differ() -> None:
    assert len(new_token()) >= 32
    assert new_token() != new_token()


def test_a_port_in_use_gives_way_to_the_next_and_is_said() -> None:
    said: list[str] = []
    first = listening_socket(0, said.append)
    port = first.getsockname()[1]
    second = listening_socket(port, said.append)
    try:
        taken = second.getsockname()[1]
        assert taken > port
        assert said == [f"Port {port} is in use; taking {taken}."]
    finally:
        first.close()
        second.close()


def test_a_page_that_was_not_built_is_said(mail: Dataset, tmp_path: Path) -> None:
    with pytest.raises(SteersmanError, match="not been built"):
        application(Session(mail), "secret", static=tmp_path)
