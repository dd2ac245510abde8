"""The guard: who may talk to the workbench, and how much they may say.

Every request must come for this machine's own names, from a page of this workbench where a browser
says where it comes from, and with the token that was printed at the start. The token arrives once
in the address, moves into a cookie that scripts cannot read, and leaves the address bar.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qs, urlencode, urlsplit

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Inline styles are allowed because the documentation pages carry theirs; inline scripts never are.
SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
# The WebSocket close code for "policy violation".
CLOSE_POLICY = 1008


def new_token() -> str:
    """A token nobody can guess."""
    return secrets.token_urlsafe(24)


@dataclass(frozen=True)
class Guard:
    """ASGI middleware that lets in only this machine's own pages that know the token."""

    app: ASGIApp
    token: str
    hosts: frozenset[str] = frozenset({"127.0.0.1", "localhost", "[::1]"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Lifespan events come from the server itself, not from the network.
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self.refusal(headers, scope)
        if refusal:
            await self.refuse(refusal, scope, receive, send)
        elif scope["type"] == "http" and "token" in query(scope):
            response = self.welcome(scope, headers)
            await response(scope, receive, send)
        else:
            await self.app(scope, receive, with_security_headers(send))

    def refusal(self, headers: Headers, scope: Scope) -> str:
        """Why a request is not let in, or nothing."""
        host = headers.get("host", "")
        # Against DNS rebinding: a foreign name that resolves to 127.0.0.1 passes every other check
        # of the browser.
        if host_name(host) not in self.hosts:
            return f"this workbench answers only to {', '.join(sorted(self.hosts))}, not to {host}"
        # Browsers send Origin with WebSockets and with POST; other clients send none and need the
        # token all the same.
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return f"a page of {origin} may not use this workbench"
        given = query(scope).get("token", cookies(headers).get(cookie_name(host), ""))
        # In constant time, and over bytes: compare_digest refuses strings that are not ASCII.
        if not secrets.compare_digest(given.encode(), self.token.encode()):
            return "open the address that the terminal shows; it carries this workbench's token"
        return ""

    async def refuse(self, why: str, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            # ASGI allows no close before the connect event has been received.
            await receive()
            await send({"type": "websocket.close", "code": CLOSE_POLICY, "reason": why})
            return
        response = PlainTextResponse(f"Not let in: {why}.\n", status_code=403)
        await response(scope, receive, with_security_headers(send))

    def welcome(self, scope: Scope, headers: Headers) -> Response:
        """Move the token from the address into a cookie."""
        rest = {key: value for key, value in query(scope).items() if key != "token"}
        target = scope["path"] + (f"?{urlencode(rest)}" if rest else "")
        # 303 makes the browser ask again with GET, and takes the token out of the address bar and
        # the history.
        response = RedirectResponse(target, status_code=303, headers=SECURITY_HEADERS)
        response.set_cookie(
            cookie_name(headers.get("host", "")), self.token, httponly=True, samesite="strict"
        )
        return response


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


def with_security_headers(send: Send) -> Send:
    async def send_guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            extra = [(key.encode(), value.encode()) for key, value in SECURITY_HEADERS.items()]
            message = {**message, "headers": [*message.get("headers", []), *extra]}
        await send(message)

    return send_guarded
