"""The documentation as pages of the workbench.

A wheel carries the built site. In a source tree, Markdown is rendered when it is asked for.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from steersman.learn.export import html_page

# The built site in an installed wheel.
SITE = Path(__file__).parent / "site"
# The Markdown of a wheel that was built without the site.
DOCUMENTS = Path(__file__).parent / "docs"
# The documents of a source tree.
SOURCES = Path(__file__).parents[3] / "docs"
NAME = re.compile(r"[a-z0-9-]+")
# Directives of the site, which have no meaning here: their fences, and blocks of nothing else.
DIRECTIVES = re.compile(r"^```\{.*?^```\n|^:{3,}.*?\n|^:[a-z-]+:.*?\n", re.MULTILINE | re.DOTALL)


def document_routes(site: Path = SITE) -> list[BaseRoute]:
    """The addresses of the documentation: the site where there is one, else the Markdown."""
    if (site / "index.html").is_file():
        pages = StaticFiles(directory=site, html=True)
        return [Route("/docs/{name}.md", page_of_site), Mount("/docs", pages)]
    pictures = documents_folder() / "pictures"
    routes: list[BaseRoute] = [Route("/docs/{name}", markdown_page)]
    if pictures.is_dir():
        routes.append(Mount("/docs/pictures", StaticFiles(directory=pictures)))
    return routes


async def page_of_site(request: Request) -> Response:
    """The page of a document that is named as its source is; browsers keep the part."""
    name = request.path_params["name"]
    if not NAME.fullmatch(name):
        return no_document(name)
    return RedirectResponse(f"{name}.html")


async def markdown_page(request: Request) -> Response:
    """A document as a page."""
    name = request.path_params["name"]
    text = page_of(name.removesuffix(".md"), documents_folder())
    if text is None:
        return no_document(name)
    return HTMLResponse(text, headers={"cache-control": "no-cache"})


def no_document(name: str) -> Response:
    return PlainTextResponse(f"There is no document {name}.\n", status_code=404)


def documents_folder() -> Path:
    """The folder of the documents, in a wheel or in the source tree."""
    return DOCUMENTS if DOCUMENTS.is_dir() else SOURCES


@cache
def page_of(name: str, folder: Path) -> str | None:
    """The page of a document, None when there is none of that name."""
    path = folder / f"{name}.md"
    # The name comes from the address: no dots and slashes, so that it cannot leave the folder.
    if not NAME.fullmatch(name) or not path.is_file():
        return None
    before = f"<nav>{others(name, folder)}</nav>\n"
    return html_page(DIRECTIVES.sub("", path.read_text(encoding="utf-8")), before=before)


def others(name: str, folder: Path) -> str:
    """Links to all documents, this one without."""
    names = sorted(path.stem for path in folder.glob("*.md"))
    return " · ".join(
        escape(each) if each == name else f'<a href="{escape(each)}.md">{escape(each)}</a>'
        for each in names
    )
