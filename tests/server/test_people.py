"""Several people on one server: who gets in, what each may reach, and when there is no place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.errors import raises
from tests.wire.test_project_windows import Window

from steersman.cli.network import NetworkOptions, hosting_of
from steersman.data import Dataset
from steersman.server import people as people_module
from steersman.server.app import people_application
from steersman.server.door import Door
from steersman.server.guard import TOO_MANY
from steersman.server.people import People, plain_code
from steersman.server.rate_limits import WRONG_CODES_PER_MINUTE, RateAllowance
from steersman.session.storage.files import free_path
from steersman.session.storage.project import Origin, project_session

HOME = "https://class.example.org"
CODE = "ABC234"


class Server:
    """A server for a class, and browsers of people."""

    def __init__(self, mail: Dataset, folder: Path, places: int = 2, copies: bool = True) -> None:
        (folder / "static").mkdir(exist_ok=True)
        (folder / "static" / "index.html").write_text("<title>the page</title>")
        self.static = folder / "static"
        self.session = project_session(free_path("class"), Origin(mail, None))
        options = NetworkOptions(
            behind_proxy=True, address=HOME, people=places, code=CODE, copies=copies
        )
        self.hosting = hosting_of(options, self.session, [], str(folder))
        self.people = People(self.session, "secret", self.hosting.guests)
        self.app = people_application(self.people, self.hosting.door, HOME, self.static)

    def browser(self) -> TestClient:
        return TestClient(self.app, base_url=HOME)

    def guest(self, name: str = "Ann") -> TestClient:
        browser = self.browser()
        joined = browser.post("/join", data={"code": CODE, "name": name}, follow_redirects=False)
        assert joined.status_code == 303, joined.text
        return browser

    def close(self) -> None:
        self.people.close()
        self.session.log.store.close()


@pytest.fixture
def server(mail: Dataset, tmp_path: Path) -> Iterator[Server]:
    made = Server(mail, tmp_path)
    yield made
    made.close()


def live(browser: TestClient, path: str = "/live") -> Any:
    return browser.websocket_connect(f"wss://class.example.org{path}")


def test_the_code_lets_in_and_gives_a_session_of_ones_own(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    with live(ann) as first, live(bob) as second:
        one, other = Window(first), Window(second)
        one.ask("open")
        other.ask("open")
        header, _ = one.ask("move-knob", knob="alpha", value=0.25)
        assert header["state"]["plane"]["knobs"]["alpha"] == 0.25
        again, _ = other.ask("open")
        assert again["state"]["plane"]["knobs"]["alpha"] != 0.25
    names = sorted(each.name for each in server.people.present)
    assert names == ["Ann", "Bob"]
    places = {path_in(each) for each in server.people.present}
    assert len(places) == 2
    assert server.session.revision == 0


def path_in(person: Any) -> Path:
    path = person.projects.newest.log.store.path
    assert path.is_relative_to(person.folders.projects)
    return path


def test_one_more_than_there_are_places_is_refused_and_told(server: Server) -> None:
    server.guest("Ann")
    server.guest("Bob")
    answer = server.browser().post("/join", data={"code": CODE, "name": "Cid"})
    assert answer.status_code == 503
    assert 'data-code="no-place"' in answer.text
    assert len(server.people.present) == 2


@pytest.mark.parametrize("path", ["/diagnostics", "/diagnostics.txt"])
def test_diagnostics_are_for_the_owner_only(server: Server, path: str) -> None:
    assert server.guest().get(path).status_code == 403
    owner = server.browser().get(path, headers={"authorization": "Bearer secret"})
    assert owner.status_code == 200
    assert str(server.hosting.guests.folder.parent) not in server.guest("Bob").get(path).text


def test_a_place_that_was_left_long_ago_is_given_to_somebody_else(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = server.guest("Ann")
    server.guest("Bob")
    monkeypatch.setattr(people_module, "PLACE_KEPT_S", -1.0)
    server.guest("Cid")
    assert sorted(each.name for each in server.people.present) in (["Ann", "Cid"], ["Bob", "Cid"])
    monkeypatch.setattr(people_module, "PLACE_KEPT_S", 300.0)
    # Who comes back finds no place, but their work is still theirs.
    sleeping = next(each for each in server.people.by_digest.values() if each.projects is None)
    with raises("no-place", limit=2):
        server.people.wake(sleeping)
    if sleeping.name == "Ann":
        assert ann.get("/").status_code == 503


def test_a_wrong_code_is_refused_and_too_many_of_them_wait(server: Server) -> None:
    browser = server.browser()
    for _ in range(WRONG_CODES_PER_MINUTE):
        assert browser.post("/join", data={"code": "AAAAAA"}).status_code == 403
    answer = browser.post("/join", data={"code": CODE})
    assert answer.status_code == TOO_MANY
    assert 'data-code="too-many-tries"' in answer.text
    assert server.people.present == []


def test_somebody_without_a_token_is_shown_the_way_in(server: Server) -> None:
    browser = server.browser()
    answer = browser.get("/", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "./join")
    page = browser.get("/join")
    assert 'name="code"' in page.text
    # Without a referrer, a browser would send the form from nowhere, which is refused.
    assert page.headers["referrer-policy"] == "same-origin"
    for path in ("/health", "/class", "/index.html", "/docs/start"):
        assert browser.get(path).status_code == 403
    with pytest.raises(WebSocketDisconnect), live(browser):
        pass


def test_a_wrong_token_in_the_address_is_refused_at_the_way_in_too(server: Server) -> None:
    browser = server.browser()
    assert browser.get("/join?token=wrong").status_code == 403
    assert browser.get("/join?name=Ann").status_code == 200


def test_another_name_of_the_server_is_not_shown_the_way_in(server: Server) -> None:
    headers = {"host": "evil.example"}
    answer = server.browser().get("/", headers=headers, follow_redirects=False)
    assert answer.status_code == 403


def test_cookies_of_a_server_on_the_network_are_secure(server: Server) -> None:
    answer = server.browser().post("/join", data={"code": CODE}, follow_redirects=False)
    cookie = answer.headers["set-cookie"]
    assert "Secure" in cookie
    assert "HttpOnly" in cookie
    assert CODE not in cookie


def test_work_goes_on_after_a_restart_with_the_same_cookie(
    server: Server, mail: Dataset, tmp_path: Path
) -> None:
    ann = server.guest("Ann")
    with live(ann) as socket:
        Window(socket).ask("move-knob", knob="alpha", value=0.25)
    server.people.close()
    again = People(server.session, "secret", server.hosting.guests)
    app = people_application(again, server.hosting.door, HOME, server.static)
    browser = TestClient(app, base_url=HOME, cookies=dict(ann.cookies))
    with live(browser) as socket:
        header, _ = Window(socket).ask("open")
    assert header["state"]["plane"]["knobs"]["alpha"] == 0.25
    again.close()


def test_a_guest_reaches_no_file_or_project_of_others(server: Server, tmp_path: Path) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("a,b\n" + "\n".join(f"{row},{row % 2}" for row in range(50)))
    ann, bob = server.guest("Ann"), server.guest("Bob")
    others = path_in(next(each for each in server.people.present if each.name == "Bob"))
    link = secret.with_name("link.csv")
    link.symlink_to(secret)
    with live(ann) as socket:
        window = Window(socket)
        window.ask("open")
        for path in (str(secret), str(link), "/etc/passwd", f"{others.parent}/../../x.csv"):
            header, _ = window.ask("open-file", path=path)
            assert header["error"]["code"] == "file-not-yours", path
        header, _ = window.ask("open-project", path=str(others))
        assert header["error"]["code"] == "file-not-yours"
        # A link with a state, and a choice that names a file, are looked at as well.
        choice = {"path": str(secret), "fingerprint": "x"}
        header, _ = window.ask("open-file", path=str(secret), choice=choice)
        assert header["error"]["code"] == "file-not-yours"
        header, _ = window.ask("list-projects")
        assert [each["here"] for each in header["projects"]] == [True]
        header, _ = window.ask("fetch-data", name="iris")
        assert header["error"]["code"] == "owner-only"
    bob.close()


def test_a_guest_uploads_into_a_folder_of_their_own(server: Server) -> None:
    ann = server.guest("Ann")
    rows = "a,b\n" + "\n".join(f"{row % 7},{'xy'[row % 2]}" for row in range(60))
    answer = ann.post("/upload", content=rows, headers={"x-file-name": "mine.csv"})
    (person,) = server.people.present
    path = Path(answer.json()["path"])
    assert path.is_relative_to(person.folders.files)
    with live(ann) as socket:
        header, _ = Window(socket).ask("open-file", path=str(path))
    assert header["state"]["data"]["path"] == str(path)


def test_a_share_of_the_memory_that_is_used_up_refuses_more_and_keeps_the_work(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = server.guest("Ann")
    monkeypatch.setattr(people_module, "PEOPLES_SHARE", 1e-9)
    with live(ann) as socket:
        window = Window(socket)
        window.ask("open")
        header, _ = window.ask("choose-category", category="maths")
        assert header["error"]["code"] == "memory-share-used"
        header, _ = window.ask("move-knob", knob="alpha", value=0.5, gesture=3)
        assert header["kind"] == "view"


def test_the_owner_ends_the_session_and_lets_in_again(server: Server) -> None:
    ann = server.guest("Ann")
    server.people.end()
    assert server.people.present == []
    assert 'data-code="door-closed"' in ann.get("/").text
    assert server.browser().post("/join", data={"code": CODE}).status_code == 410
    server.people.reopen()
    assert "the page" in ann.get("/").text


def test_somebody_who_asks_too_often_waits(server: Server) -> None:
    ann = server.guest("Ann")
    (person,) = server.people.present
    person.requests = RateAllowance(per_s=0.01, at_once=2.0)
    codes = [ann.get("/health").status_code for _ in range(3)]
    assert codes == [200, 200, TOO_MANY]


def test_health_tells_people_queue_and_memory_and_no_names(server: Server) -> None:
    ann = server.guest("Ann")
    with live(ann) as socket:
        Window(socket).ask("open")
        found = ann.get("/health").json()
    counts = (found["people"], found["places"], found["windows"], found["waiting"])
    assert counts == (1, 2, 1, 0)
    assert found["memory_bytes"] > 10**7
    assert "Ann" not in json.dumps(found)


@pytest.mark.parametrize(
    ("door", "code"),
    [
        (Door("::"), "host-not-encrypted"),
        (Door("192.168.1.5"), "host-not-encrypted"),
        (Door(cert=Path("a.pem")), "tls-incomplete"),
        (Door(cert=Path("a.pem"), key=Path("b.pem")), "tls-file-missing"),
        (Door(behind_proxy=True), "address-missing"),
    ],
)
def test_a_door_through_which_others_could_listen_in_is_refused(door: Door, code: str) -> None:
    with raises(code):
        door.check()


def test_a_door_answers_to_its_own_names_only() -> None:
    local = Door().check()
    assert local.names() == {"127.0.0.1", "localhost", "[::1]"}
    proxied = Door(behind_proxy=True, address="https://Class.example.org/").check()
    assert "class.example.org" in proxied.names()
    assert "[::]" not in replace(proxied, host="::").names()
    assert proxied.link(7400) == "https://Class.example.org"
    assert (local.secure, proxied.secure) == (False, True)


def test_codes_are_read_however_they_are_typed() -> None:
    assert {plain_code(each) for each in ("abc234", "ABC 234", "abc-234", " abc234\n")} == {CODE}
