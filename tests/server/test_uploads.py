"""Files that are dropped on the page: whole or not at all, in one folder, under safe names."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request
from starlette.testclient import TestClient

from steersman.data import Dataset
from steersman.server import uploads
from steersman.server.app import application
from steersman.server.uploads import safe_name, take_upload
from steersman.session import Session

HOME = "http://127.0.0.1:7400"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "steersman" / "files"


@pytest.fixture
def client(mail: Dataset, tmp_path: Path, folder: Path) -> Iterator[TestClient]:
    (tmp_path / "index.html").write_text("<title>the page</title>")
    app = application(Session(mail), "secret", static=tmp_path)
    with TestClient(app, base_url=HOME) as client:
        yield client


def send(client: TestClient, name: str, content: bytes, **headers: str):
    return client.post("/upload", content=content, headers={"x-file-name": name, **headers})


def test_only_the_workbenchs_own_page_may_send_files(client: TestClient, folder: Path) -> None:
    assert send(client, "a.csv", b"a,b\n").status_code == 403
    client.get("/?token=secret")
    foreign = send(client, "a.csv", b"a,b\n", origin="http://elsewhere.example")
    assert foreign.status_code == 403
    assert client.get("/upload").status_code in (404, 405)
    assert not folder.exists()
    assert send(client, "a.csv", b"a,b\n", origin=HOME).status_code == 200


def test_a_file_arrives_whole_and_once(client: TestClient, folder: Path) -> None:
    client.get("/?token=secret")
    first = send(client, "..%2F..%2Fmail%20%C3%A9t%C3%A9.csv", b"a,b\n1,2\n").json()["path"]
    assert Path(first) == folder / "mail été.csv"
    assert Path(first).read_bytes() == b"a,b\n1,2\n"
    assert send(client, "mail%20%C3%A9t%C3%A9.csv", b"a,b\n1,2\n").json()["path"] == first
    other = send(client, "mail%20%C3%A9t%C3%A9.csv", b"a,b\n3,4\n").json()["path"]
    assert Path(other).name == "mail été 2.csv"
    assert sorted(file.name for file in folder.iterdir()) == ["mail été 2.csv", "mail été.csv"]


def test_what_is_too_large_or_empty_is_refused_in_one_sentence(
    client: TestClient, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "LARGEST_UPLOAD_BYTES", 2**20)
    client.get("/?token=secret")
    refused = send(client, "big.csv", b"x" * (2**20 + 1))
    assert refused.status_code == 413
    assert refused.json()["code"] == "upload-too-large"

    def unannounced() -> Iterator[bytes]:
        for _ in range(5):
            yield b"x" * 2**18

    streamed = client.post("/upload", content=unannounced(), headers={"x-file-name": "big.csv"})
    assert streamed.status_code == 413
    empty = {"code": "file-empty", "what": "none.csv is empty"}
    assert send(client, "none.csv", b"").json().items() >= empty.items()
    monkeypatch.setattr(uploads, "SPARE_BYTES", 2**62)
    assert send(client, "a.csv", b"a").json()["code"] == "disk-full"
    assert list(folder.iterdir()) == []


def test_a_page_that_goes_away_leaves_nothing_behind(folder: Path) -> None:
    messages = iter(
        [
            {"type": "http.request", "body": b"half a file", "more_body": True},
            {"type": "http.disconnect"},
        ]
    )

    async def receive():
        return next(messages)

    scope = {
        "type": "http",
        "method": "POST",
        "headers": [(b"x-file-name", b"half.csv")],
        "query_string": b"",
        "path": "/upload",
    }
    response = asyncio.run(take_upload(Request(scope, receive)))
    assert response.status_code == 400
    assert list(folder.iterdir()) == []


@given(st.text(max_size=300))
def test_any_name_is_made_safe(name: str) -> None:
    safe = safe_name(name)
    assert safe
    assert Path(safe).name == safe
    assert not safe.startswith(".")
    assert len(safe) <= 120
    assert safe_name(safe) == safe
