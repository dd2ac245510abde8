"""The page of diagnostics: how the server is, the installation, and crash reports to read.

Only the owner of the machine sees it: it names folders. `diagnostics.txt` has the same as text,
to be sent to somebody who helps.
"""

from __future__ import annotations

import asyncio
from html import escape
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from steersman.server.crash_reports import crash_reports
from steersman.server.diagnosis import diagnosis, diagnosis_lines, fact_name
from steersman.server.guard import person_in
from steersman.server.health import health_values
from steersman.server.people import People
from steersman.server.plain_page import plain_page

LARGEST_REPORT = 100_000
BODY = """<p>Nothing is sent. <a href="./diagnostics.txt">All of this as text</a> ·
          <a href="./">Back to the workbench</a></p>
        {sections}"""


def diagnostics_routes(people: People) -> list[Route]:
    """The addresses of the page and of its text."""

    async def page(request: Request) -> Response:
        if not person_in(request.scope).is_owner:
            return owner_only()
        facts = await asyncio.to_thread(server_facts, people)
        body = BODY.format(sections=sections_html(facts) + reports_html())
        return HTMLResponse(plain_page("Diagnostics", body, "diagnostics"))

    async def text(request: Request) -> Response:
        if not person_in(request.scope).is_owner:
            return owner_only()
        facts = await asyncio.to_thread(server_facts, people)
        return PlainTextResponse("\n".join(diagnosis_lines(facts)) + "\n")

    return [Route("/diagnostics", page), Route("/diagnostics.txt", text)]


def owner_only() -> Response:
    """The answer to guests."""
    return PlainTextResponse("Only the owner of this server sees its diagnostics.\n", 403)


def server_facts(people: People) -> dict[str, Any]:
    """How the server is, and the diagnosis of its installation."""
    health = health_values(people)
    server = {
        "state": health["state"],
        "running for": f"{health['up_s']} s",
        "windows": health["windows"],
        "messages waiting": health["waiting"],
        "open files": health["descriptors"],
        "load average": health["load"],
    }
    if people.guests is not None:
        server["people"] = f"{health['people']} of {people.guests.limit}"
    return {"server": server, **diagnosis()}


def sections_html(facts: dict[str, Any]) -> str:
    """A table for each group of facts; facts that belong to none come last."""
    groups = {name: value for name, value in facts.items() if isinstance(value, dict)}
    others = {name: value for name, value in facts.items() if name not in groups}
    groups["other"] = {name: value for name, value in others.items() if name != "crash_reports"}
    return "\n".join(
        f"<section><h2>{escape(name.capitalize())}</h2>{facts_html(value)}</section>"
        for name, value in groups.items()
    )


def facts_html(facts: dict[str, Any]) -> str:
    """Facts as a table; those of a folder in one cell."""
    said = {fact_name(name): value_html(value) for name, value in facts.items()}
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{value}</td></tr>'
        for name, value in said.items()
    )
    return f"<table><tbody>{rows}</tbody></table>"


def value_html(value: Any) -> str:
    """A value as people read it."""
    if isinstance(value, dict):
        return "<br>".join(escape(line) for line in diagnosis_lines(value))
    if isinstance(value, list):
        return ", ".join(escape(str(each)) for each in value) or "none"
    return escape(("yes" if value else "no") if isinstance(value, bool) else str(value))


def reports_html() -> str:
    """The crash reports, the newest first, each to be opened."""
    reports = "".join(report_html(path) for path in crash_reports())
    about = "Read a report before you share it: its last lines may quote your data."
    said = f"<p>{about}</p>{reports}" if reports else "<p>None.</p>"
    return f"<section><h2>Crash reports</h2>{said}</section>"


def report_html(path: Path) -> str:
    """One report, closed."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            text = file.read(LARGEST_REPORT)
    except OSError:
        return ""
    return (
        f"<details><summary>{escape(path.name)}</summary>"
        f'<p class="note">{escape(str(path))}</p><pre>{escape(text)}</pre></details>'
    )
