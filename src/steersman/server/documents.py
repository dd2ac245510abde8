"""The documentation as pages of the workbench: Markdown, rendered when it is asked for."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path

from steersman.learn.export import html_page

DOCUMENTS = Path(__file__).parent / "docs"  # where the wheel has them
SOURCES = Path(__file__).parents[3] / "docs"  # where the source tree has them
NAME = re.compile(r"[a-z0-9-]+")


def documents_folder() -> Path:
    """The folder of the documents, in a wheel or in the source tree."""
    return DOCUMENTS if DOCUMENTS.is_dir() else SOURCES


@cache
def page_of(name: str, folder: Path) -> str | None:
    """The page of a document, None when there is none of that name."""
    path = folder / f"{name}.md"
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
