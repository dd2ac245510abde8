"""The guard: who may talk to the workbench, and how much they may say.

Every request must come for a name of this server, from a page of this workbench where a browser
says where it comes from, and with the token of a person. The token arrives once in the address,
moves into a cookie that scripts cannot read, and leaves the address bar.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from urllib.parse import parse_qs, urlencode, urlsplit

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from steersman.data.files.person_folders import serving
from steersman.server.door import Door
from steersman.server.log_lines import log_event
from steersman.server.people import People
from steersman.server.person import Person

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'{styles}; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; "
    "frame-ancestors 'self'; base-uri 'none'; form-action 'self'"
)
SECURITY_HEADERS = {
    "content-security-policy": POLICY.format(styles=""),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
# Pages of the documentation carry styles of their own; they know no data.
DOCUMENT_HEADERS = {
    **SECURITY_HEADERS,
    "content-security-policy": POLICY.format(styles=" 'unsafe-inline'"),
}
# Without a referrer, browsers say of a form only that it comes from nowhere.
JOIN_HEADERS = {**SECURITY_HEADERS, "referrer-policy": "same-origin"}
# The WebSocket close code for "policy violation".
CLOSE_POLICY = 1008
PERSON = "steersman.person"
"""Where the scope of a request holds the person who asks."""
# What somebody may ask for who is about to come in.
OPEN_PATHS = frozenset({"/join", "/widget.css"})
TOO_MANY = 429


def new_token() -> str:
    """A token nobody can guess."""
    return secrets.token_urlsafe(24)


def person_in(scope: Scope) -> Person:
    """The person who asks."""
    person = scope[PERSON]
    assert isinstance(person, Person)  # noqa: S101
    return person


class Guard:
    """ASGI middleware that lets in only this server's own pages of people whom it knows."""

    def __init__(self, app: ASGIApp, people: People, door: Door) -> None:
        self.app, self.people, self.door = app, people, door
        self.hosts = self.door.names()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Lifespan events come from the server itself, not from the network.
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        person = self.people.person_with(self.token(headers, scope))
        refusal = self.refusal(headers, scope, person)
        if refusal:
            log_event("refused", path=scope["path"], address=address_of(scope))
            await self.refuse(refusal, scope, receive, send)
        elif person is None or scope["path"] in OPEN_PATHS:
            await self.app(scope, receive, with_headers(send, JOIN_HEADERS))
        elif scope["type"] == "http" and not person.requests.allows():
            wait = PlainTextResponse(
                "Too many requests: wait a moment.\n", TOO_MANY, {"retry-after": "2"}
            )
            await wait(scope, receive, with_headers(send, SECURITY_HEADERS))
        elif scope["type"] == "http" and "token" in query(scope):
            response = self.welcome(scope, headers)
            await response(scope, receive, send)
        else:
            scope[PERSON] = person
            said = DOCUMENT_HEADERS if scope["path"].startswith("/docs/") else SECURITY_HEADERS
            with serving(person.folders):
                await self.app(scope, receive, with_headers(send, said))

    def token(self, headers: Headers, scope: Scope) -> str:
        """The token that a request brings: in the address, for a program, or in its cookie."""
        kind, _, bearer = headers.get("authorization", "").partition(" ")
        given = query(scope).get("token") or (bearer if kind.lower() == "bearer" else "")
        return given or cookies(headers).get(cookie_name(headers.get("host", "")), "")

    def refusal(self, headers: Headers, scope: Scope, person: Person | None) -> str:
        """Why a request is not let in, or nothing."""
        host = headers.get("host", "")
        # Against DNS rebinding: a foreign name that resolves to this machine passes every other
        # check of the browser.
        if host_name(host).lower() not in self.hosts:
            return f"this workbench answers only to {', '.join(sorted(self.hosts))}, not to {host}"
        # Browsers send Origin with WebSockets and with POST; other clients send none and need the
        # token all the same.
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return f"a page of {origin} may not use this workbench"
        joining = self.people.guests is not None and scope["path"] in OPEN_PATHS
        # A wrong token in the address is refused everywhere.
        if person is None and not (joining and "token" not in query(scope)):
            return "open the address that the terminal shows; it carries this workbench's token"
        return ""

    async def refuse(self, why: str, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            # ASGI allows no close before the connect event has been received.
            await receive()
            await send({"type": "websocket.close", "code": CLOSE_POLICY, "reason": why[:120]})
            return
        response: Response = PlainTextResponse(f"Not let in: {why}.\n", status_code=403)
        known = host_name(Headers(scope=scope).get("host", "")).lower() in self.hosts
        if self.people.guests is not None and scope["path"] == "/" and known:
            # Somebody without a token, or one that is no longer worth anything, may know the code.
            response = RedirectResponse("./join", status_code=303)
        await response(scope, receive, with_headers(send, SECURITY_HEADERS))

    def welcome(self, scope: Scope, headers: Headers) -> Response:
        """Move the token from the address into a cookie."""
        rest = {key: value for key, value in query(scope).items() if key != "token"}
        target = scope["path"] + (f"?{urlencode(rest)}" if rest else "")
        # 303 makes the browser ask again with GET, and takes the token out of the address bar and
        # the history.
        response = RedirectResponse(target, status_code=303, headers=SECURITY_HEADERS)
        set_token(response, headers.get("host", ""), query(scope)["token"], self.door)
        return response


def set_token(response: Response, host: str, token: str, door: Door) -> None:
    """Put a token into the cookie of a host."""
    secure = door.secure and not is_own_name(host)
    response.set_cookie(cookie_name(host), token, httponly=True, samesite="strict", secure=secure)


def is_own_name(host: str) -> bool:
    """Whether a host is this machine as it sees itself, which a proxy's HTTPS does not reach."""
    return host_name(host) in Door().names()


def address_of(scope: Scope) -> str:
    """The address that a request came from; behind a proxy, the one that the proxy says."""
    return str(scope["client"][0]) if scope.get("client") else ""


def query(scope: Scope) -> Mapping[str, str]:
    """The fields of the address, each once."""
    fields = parse_qs(scope["query_string"].decode("latin-1"))
    return {key: values[0] for key, values in fields.items()}


def host_name(host: str) -> str:
    """The host without its port.

    >>> host_name("[::1]:8000"), host_name("localhost:8000")
    ('[::1]', 'localhost')
    """
    name, separator, port = host.rpartition(":")
    return name if separator and port.isdigit() else host


def cookie_name(host: str) -> str:
    """The name of the cookie for a host; it holds the port, because cookies know no ports."""
    # Without the port, a second workbench would overwrite the cookie of the first.
    port = host.removeprefix(host_name(host)).removeprefix(":")
    return f"steersman-{port}" if port else "steersman"


def cookies(headers: Headers) -> Mapping[str, str]:
    # Python's SimpleCookie raises on a foreign cookie with an illegal name.
    return cookie_parser(headers.get("cookie", ""))


def with_headers(send: Send, extra: Mapping[str, str]) -> Send:
    """Send the answer with these headers."""
    added = [(key.encode(), value.encode()) for key, value in extra.items()]

    async def send_guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *added]}
        await send(message)

    return send_guarded
