"""The page on which somebody comes in with a code, and the page that says why they cannot."""

from __future__ import annotations

import asyncio
from html import escape
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from steersman.errors import SteersmanError
from steersman.server.door import Door
from steersman.server.guard import address_of, set_token
from steersman.server.log_lines import log_event
from steersman.server.people import CODE_LENGTH, People, plain_code
from steersman.server.person import LONGEST_NAME
from steersman.server.plain_page import plain_page

LARGEST_FORM_BYTES = 4096
STATUS = {"no-place": 503, "door-closed": 410, "too-many-tries": 429, "wrong-code": 403}
FAULTY = 400
FORM = """<p class="entrance-about">{about}</p>
        {fault}
        <form method="post" action="./join">
          <label>Code
            <input class="field entrance-code" name="code" value="{code}" required
              maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false"
              {first} /></label>
          <label>Your name <span class="quiet">(shown to the person who invited you)</span>
            <input class="field" name="name" value="{name}" maxlength="{longest}"
              autocomplete="name" {second} /></label>
          <button class="button button-main entrance-join" type="submit">Join</button>
        </form>"""
ABOUT = "You get a workbench of your own. What you do there is saved on this server."


def join_page(code: str = "", name: str = "", error: SteersmanError | None = None) -> Response:
    """The form to come in, with what was wrong with the last try."""
    fault = ""
    if error is not None:
        said = f"{error.what}; {error.todo}."
        fault = (
            f'<p class="entrance-fault" role="alert" data-code="{escape(error.code)}">'
            f"{escape(said[:1].upper() + said[1:])}</p>"
        )
    known = len(plain_code(code)) == CODE_LENGTH and error is None
    body = FORM.format(
        about=ABOUT,
        fault=fault,
        code=escape(code, quote=True),
        name=escape(name, quote=True),
        longest=LONGEST_NAME,
        first="" if known else "autofocus",
        second="autofocus" if known else "",
    )
    status = 200 if error is None else STATUS.get(error.code, FAULTY)
    return HTMLResponse(plain_page("Join", body), status_code=status)


def refusal_page(error: SteersmanError) -> Response:
    """The page for somebody whom the server knows but has no place for."""
    title = error.what[:1].upper() + error.what[1:]
    todo = error.todo[:1].upper() + error.todo[1:]
    again = '<p><a class="button" href="./">Try again</a></p>'
    body = f'<p data-code="{escape(error.code)}">{escape(todo)}.</p>\n        {again}'
    return HTMLResponse(plain_page(title, body), status_code=STATUS.get(error.code, FAULTY))


def entrance_routes(people: People, door: Door) -> list[Route]:
    """The address at which people come in."""

    async def form(request: Request) -> Response:
        return join_page(request.query_params.get("code", ""))

    async def join(request: Request) -> Response:
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > LARGEST_FORM_BYTES:
                return Response(status_code=413)
        fields = form_fields(bytes(body))
        code, name, address = (
            fields.get("code", ""),
            fields.get("name", ""),
            address_of(request.scope),
        )
        try:
            person, token = await asyncio.to_thread(people.join, code, name, address)
        except SteersmanError as error:
            log_event("join-refused", code=error.code, address=address)
            return join_page(code, name, error)
        log_event("joined", person=person.number, people=len(people.present), address=address)
        response = RedirectResponse("./", status_code=303)
        set_token(response, request.headers.get("host", ""), token, door)
        return response

    return [Route("/join", form), Route("/join", join, methods=["POST"])]


def form_fields(body: bytes) -> dict[str, str]:
    """The fields of a form, each once.

    >>> form_fields(b"code=ABC+2&name=J%C3%B8rn")
    {'code': 'ABC 2', 'name': 'Jørn'}
    """
    return dict(parse_qsl(body.decode("latin-1"), encoding="utf-8", errors="replace"))
