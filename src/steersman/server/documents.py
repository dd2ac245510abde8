"""The documentation as pages of the workbench: Markdown, rendered when it is asked for."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path

from steersman.learn.export import html_page

# The documents of an installed wheel.
DOCUMENTS = Path(__file__).parent / "docs"
# The documents of a source tree.
SOURCES = Path(__file__).parents[3] / "docs"
NAME = re.compile(r"[a-z0-9-]+")


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
    return html_page(path.read_text(encoding="utf-8"), before=before)


def others(name: str, folder: Path) -> str:
    """Links to all documents, this one without."""
    names = sorted(path.stem for path in folder.glob("*.md"))
    return " · ".join(
        escape(each) if each == name else f'<a href="{escape(each)}.md">{escape(each)}</a>'
        for each in names
    )
