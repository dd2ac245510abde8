from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.responses import Response
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.errors import raises

from steersman.data import Dataset
from steersman.server.app import application
from steersman.server.door import Door
from steersman.server.guard import (
    DOCUMENT_HEADERS,
    SECURITY_HEADERS,
    address_of,
    new_token,
    set_token,
    with_headers,
)
from steersman.server.log_lines import keep_log, stop_log
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


@pytest.mark.parametrize("token", ["s", "secre", "ecret", "secrets", "SECRET", "secret%20"])
def test_nothing_but_the_whole_token_will_do(client: TestClient, token: str) -> None:
    assert client.get(f"/?token={token}", follow_redirects=False).status_code == 403
    cookie = {"cookie": f"steersman-7400={token}"}
    assert client.get("/health", headers=cookie).status_code == 403
    address = f"ws://127.0.0.1:7400/live?token={token}"
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(address):
        pass


def test_a_program_brings_the_token_in_a_header(client: TestClient) -> None:
    for given, status in (("Bearer secret", 200), ("bearer secret", 200), ("Basic secret", 403)):
        assert client.get("/health", headers={"authorization": given}).status_code == status


def test_the_token_of_another_port_does_not_let_in(client: TestClient) -> None:
    right, other = ({"cookie": f"steersman-{port}=secret"} for port in (7400, 7401))
    assert client.get("/health", headers=right).status_code == 200
    assert client.get("/health", headers=other).status_code == 403


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("127.0.0.1:7400", "steersman-7400"),
        ("localhost:7400", "steersman-7400"),
        ("[::1]:7400", "steersman-7400"),
        ("127.0.0.1", "steersman"),
        ("[::1]", "steersman"),
    ],
)
def test_each_name_of_this_machine_lets_in_with_the_cookie_of_its_port(
    client: TestClient, host: str, name: str
) -> None:
    welcome = client.get("/?token=secret", headers={"host": host}, follow_redirects=False)
    assert welcome.headers["location"] == "/"
    assert welcome.headers["set-cookie"].startswith(f"{name}=secret;")
    headers = {"host": host, "cookie": f"{name}=secret"}
    assert client.get("/health", headers=headers).status_code == 200


def test_every_answer_carries_the_security_headers(client: TestClient) -> None:
    refused = client.get("/")
    welcomed = client.get("/?token=secret", follow_redirects=False)
    page = client.get("/")
    assert [each.status_code for each in (refused, welcomed, page)] == [403, 303, 200]
    for response in (refused, welcomed, page):
        assert {name: response.headers.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS


def test_who_is_in_already_can_send_the_form_of_the_entrance_again(client: TestClient) -> None:
    """A form that comes from nowhere is refused, so its page must name itself as the origin."""
    entrance = client.get("/widget.css", headers={"cookie": "steersman-7400=secret"})
    assert entrance.headers["referrer-policy"] == "same-origin"


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
    policy = page.headers["content-security-policy"].split("; ")
    assert "script-src 'self'" in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert client.get("/health").json()["revision"] == 0


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:7400", "10.0.0.1:7400"])
def test_other_names_of_this_machine_are_refused(client: TestClient, host: str) -> None:
    response = client.get("/?token=secret", headers={"host": host}, follow_redirects=False)
    assert response.status_code == 403


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://127.0.0.1:7401",
        "http://127.0.0.1",
        "http://localhost:7400",
        "http://127.0.0.1:7400.evil.example",
        "null",
    ],
)
def test_pages_from_elsewhere_are_refused(client: TestClient, origin: str) -> None:
    headers = {"origin": origin}
    assert client.get("/?token=secret", headers=headers).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        client.websocket_connect("ws://127.0.0.1:7400/live?token=secret", headers=headers),
    ):
        pass
    assert refused.value.code == 1008


def test_pages_of_this_workbench_are_let_in(client: TestClient) -> None:
    headers = {"origin": HOME}
    assert client.get("/health?token=secret", headers=headers).status_code == 200
    with client.websocket_connect(
        "ws://127.0.0.1:7400/live?token=secret", headers=headers
    ) as socket:
        socket.send_text('{"id": 1, "action": "open"}')
        assert socket.receive_bytes()


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
        (sentence,) = said
        assert {str(port), f"{taken}."} <= {*sentence.split()}
    finally:
        first.close()
        second.close()


def test_a_page_that_was_not_built_is_said(mail: Dataset, tmp_path: Path) -> None:
    with raises("page-not-built"):
        application(Session(mail), "secret", static=tmp_path)


def test_a_foreign_cookie_with_an_illegal_name_is_passed_over(client: TestClient) -> None:
    cookie = {"cookie": "a[b@c]=1; {x}=2; steersman-7400=secret; =3"}
    assert client.get("/health", headers=cookie).status_code == 200
    assert client.get("/health", headers={"cookie": "a[b@c]=1"}).status_code == 403


@pytest.mark.parametrize(
    ("path", "expected"),
    [("/docs/steering", DOCUMENT_HEADERS), ("/docs", SECURITY_HEADERS), ("/", SECURITY_HEADERS)],
)
def test_only_pages_of_the_documentation_may_carry_styles(
    client: TestClient, path: str, expected: dict[str, str]
) -> None:
    headers = client.get(path, headers={"cookie": "steersman-7400=secret"}).headers
    assert {name: headers.get_list(name) for name in expected} == {
        name: [value] for name, value in expected.items()
    }


def test_a_refusal_is_logged_with_its_path_and_address_and_a_welcome_is_not(
    client: TestClient, tmp_path: Path
) -> None:
    keep_log(tmp_path / "log.jsonl")
    try:
        client.get("/app.js?token=wrong")
        client.get("/health", headers={"cookie": "steersman-7400=secret"})
    finally:
        stop_log()
    (line,) = map(json.loads, (tmp_path / "log.jsonl").read_text().splitlines())
    assert (line["event"], line["path"], line["address"]) == ("refused", "/app.js", "testclient")


def test_the_address_of_a_request_is_that_of_its_client() -> None:
    assert address_of({"client": ("192.0.2.7", 5123)}) == "192.0.2.7"
    assert address_of({"client": None}) == address_of({}) == ""


@pytest.mark.parametrize(
    ("door", "host", "secure"),
    [
        (Door(), "127.0.0.1:7400", False),
        (Door(behind_proxy=True, address="https://class.example.org"), "127.0.0.1:7400", False),
        (Door(behind_proxy=True, address="https://class.example.org"), "[::1]:7400", False),
        (Door(behind_proxy=True, address="https://class.example.org"), "class.example.org", True),
        (Door("192.168.1.5", address="http://lab.example.org"), "lab.example.org", False),
    ],
)
def test_a_cookie_is_secure_where_the_request_comes_over_https(
    door: Door, host: str, secure: bool
) -> None:
    """The owner comes from the machine itself, past the proxy: that address has no HTTPS."""
    response = Response()
    set_token(response, host, "secret", door)
    assert ("Secure" in response.headers["set-cookie"].split("; ")) is secure


@pytest.mark.parametrize("named", [{"headers": [(b"a", b"1")]}, {}])
def test_headers_are_added_to_the_start_of_an_answer_only(named: dict[str, object]) -> None:
    sent: list[dict[str, object]] = []

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    start = {"type": "http.response.start", "status": 200, **named}
    for message in (start, {"type": "http.response.body", "body": b"x"}):
        with pytest.raises(StopIteration):
            with_headers(send, {"b": "2"})(message).send(None)
    own = named.get("headers", [])
    assert sent == [
        {**start, "headers": [*own, (b"b", b"2")]},
        {"type": "http.response.body", "body": b"x"},
    ]
