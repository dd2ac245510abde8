"""The directive `paper-rows`: how many rows of each paper's page have which state."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

STATES = ("works", "partly", "missing", "left out")
"""What a row of a paper's page can say in its column `state`."""


def paper_pages(folder: Path) -> list[Path]:
    """The pages `papers-000.md`, `papers-001.md` and so on, in their order."""
    return sorted(folder.glob("papers-[0-9][0-9][0-9].md"))


def paper_rows(page: Path) -> list[dict[str, str]]:
    """Every row of the page's tables that have a column `state`, by the names of the columns."""
    found: list[dict[str, str]] = []
    names: list[str] = []
    for line in page.read_text().splitlines():
        if not line.startswith("|"):
            names = []
            continue
        # A bar within a formula is written \|.
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]
        if not names:
            names = cells
        elif "state" in names and not set(line) <= set("|-: "):
            found.append(dict(zip(names, cells, strict=True)))
    return found


def index_lines(folder: Path) -> list[str]:
    """The table of all pages in Markdown, with the sum below."""
    lines = [
        f"| document | {' | '.join(STATES)} | rows |",
        f"| --- |{' ---: |' * (len(STATES) + 1)}",
    ]
    total: Counter[str] = Counter()
    for page in paper_pages(folder):
        title = page.read_text().splitlines()[0].removeprefix("# ")
        states = Counter(row["state"] for row in paper_rows(page))
        lines.append(count_line(f"[{title}]({page.name})", states))
        total += states
    return [*lines, count_line("all", total)]


def count_line(name: str, states: Counter[str]) -> str:
    counts = " | ".join(str(states[state]) for state in STATES)
    return f"| {name} | {counts} | {states.total()} |"


class PaperRows(SphinxDirective):
    """The table of all papers, counted while the site is built."""

    def run(self) -> list[Any]:
        folder = Path(self.env.srcdir)
        for page in paper_pages(folder):
            self.env.note_dependency(str(page))
        return self.parse_text_to_nodes("\n".join(index_lines(folder)))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("paper-rows", PaperRows)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
