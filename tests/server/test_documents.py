"""The documents as pages of the workbench."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from steersman.data import Dataset
from steersman.learn.export.markdown_page import anchor
from steersman.server.app import application
from steersman.server.documents import document_routes, documents_folder, page_of
from steersman.session import Session

NAMES = sorted(path.stem for path in documents_folder().glob("*.md"))


@pytest.fixture
def client(mail: Dataset, tmp_path: Path) -> TestClient:
    (tmp_path / "index.html").write_text("<title>the page</title>")
    client = TestClient(application(Session(mail), "secret", static=tmp_path))
    client.base_url = "http://127.0.0.1:7400"
    return client


def test_a_document_is_a_page_behind_the_guard(client: TestClient) -> None:
    assert client.get("/docs/steer-room.md").status_code == 403
    client.get("/?token=secret")
    page = client.get("/docs/steer-room.md")
    assert page.status_code == 200
    assert '<h2 id="the-final-test-rows">The final test rows</h2>' in page.text
    assert "<script" not in page.text
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert client.get("/docs/steer-room").text == page.text


@pytest.mark.parametrize("name", ["nothing.md", "..%2Fpyproject.toml", "a b", "MATRIX"])
def test_what_is_no_document_is_not_found(client: TestClient, name: str) -> None:
    client.get("/?token=secret")
    assert client.get(f"/docs/{name}").status_code == 404


@pytest.mark.parametrize("name", NAMES)
def test_links_within_the_pages_lead_to_pages_and_their_parts(name: str) -> None:
    page = page_of(name, documents_folder())
    for target, part in re.findall(r'href="([a-z-]*)(?:\.md)?(?:#([^"]*))?"', page):
        other = page_of(target or name, documents_folder())
        assert other is not None, target
        assert not part or f'id="{part}"' in other


def test_a_wheel_serves_the_built_site(tmp_path: Path) -> None:
    (tmp_path / "steering.html").write_text("<h1>Steering</h1>")
    (tmp_path / "index.html").write_text("<h1>Start here</h1>")
    client = TestClient(Starlette(routes=document_routes(tmp_path)))
    assert "Start here" in client.get("/docs/").text
    moved = client.get("/docs/steering.md", follow_redirects=False)
    assert moved.headers["location"] == "steering.html"
    assert "Steering" in client.get("/docs/steering.md").text
    assert client.get("/docs/nothing.md").status_code == 404
    assert client.get("/docs/..%2Fsecret.md").status_code == 404


def test_directives_of_the_site_are_left_out(tmp_path: Path) -> None:
    text = "# Tools\n\n::::{grid} 2\n:gutter: 3\nA card.\n::::\n\n```{toctree}\nstart\n```\n\nEnd."
    (tmp_path / "tools.md").write_text(text)
    page = page_of("tools", tmp_path)
    assert "A card." in page
    assert "End." in page
    assert not any(word in page for word in ("toctree", "{grid}", "gutter", ":::"))


def test_markup_in_a_document_stays_text(tmp_path: Path) -> None:
    (tmp_path / "bad.md").write_text("# <b>Bold</b>\n\n<script>alert(1)</script>\n")
    page = page_of("bad", tmp_path)
    assert "<script>" not in page
    assert f'id="{anchor("<b>Bold</b>")}"' in page
