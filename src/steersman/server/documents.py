"""The documentation as pages of the workbench: Markdown, rendered when it is asked for."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt

__all__ = ["DOCUMENTS", "anchor", "documents_folder", "page_of"]

DOCUMENTS = Path(__file__).parent / "docs"  # where the wheel has them
SOURCES = Path(__file__).parents[3] / "docs"  # where the source tree has them
NAME = re.compile(r"[a-z0-9-]+")

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title} · Steersman</title>
<style>
:root {{ color-scheme: light dark; --ink: #15202b; --quiet: #566472; --rule: #e2e7ec;
  --paper: #fff; --code: #f6f8fa; --link: #00639b; }}
@media (prefers-color-scheme: dark) {{ :root {{ --ink: #e9edf1; --quiet: #a3afbb; --rule: #2a3037;
  --paper: #14171b; --code: #1a1e23; --link: #56b4e9; }} }}
body {{ max-width: 46rem; margin: 2rem auto 6rem; padding: 0 1rem; background: var(--paper);
  color: var(--ink); font: 15px/1.6 system-ui, sans-serif; }}
h1 {{ font-size: 28px; line-height: 1.2; }} h2 {{ margin-top: 2rem; font-size: 20px; }}
a {{ color: var(--link); }} nav {{ font-size: 13px; color: var(--quiet); }}
:target {{ scroll-margin-top: 1rem; text-decoration: underline; text-underline-offset: 4px; }}
code, pre {{ background: var(--code); border-radius: 4px; font: 13px ui-monospace, monospace; }}
code {{ padding: 1px 4px; }} pre {{ padding: 12px; overflow: auto; }} pre code {{ padding: 0; }}
table {{ border-collapse: collapse; font-size: 13px; display: block; overflow: auto; }}
th, td {{ padding: 4px 12px 4px 0; border-bottom: 1px solid var(--rule); text-align: left;
  vertical-align: top; }}
img {{ max-width: 100%; }}
</style>
<nav>{others}</nav>
<main>
{body}
</main>
</html>
"""


def documents_folder() -> Path:
    """The folder of the documents, in a wheel or in the source tree."""
    return DOCUMENTS if DOCUMENTS.is_dir() else SOURCES


def anchor(heading: str) -> str:
    """What a heading is called in an address.

    >>> anchor("Say what you want: `fp <= 5`")
    'say-what-you-want-fp-5'
    """
    return "-".join(re.findall(r"[a-z0-9]+", heading.lower()))


@cache
def page_of(name: str, folder: Path) -> str | None:
    """The page of a document, None when there is none of that name."""
    path = folder / f"{name}.md"
    if not NAME.fullmatch(name) or not path.is_file():
        return None
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(path.read_text(encoding="utf-8"))
    title = name
    for opening, content in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", anchor(content.content))
            title = content.content if opening.tag == "h1" else title
    body = reader.renderer.render(tokens, reader.options, {})
    return PAGE.format(title=escape(title), others=others(name, folder), body=body)


def others(name: str, folder: Path) -> str:
    """Links to all documents, this one without."""
    names = sorted(path.stem for path in folder.glob("*.md"))
    return " · ".join(
        escape(each) if each == name else f'<a href="{escape(each)}.md">{escape(each)}</a>'
        for each in names
    )
