"""Markdown as one HTML page that needs nothing else: for the documents and for model cards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from steersman.palette import DARK, LIGHT

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; {light} }}
@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}
body {{ max-width: 46rem; margin: 2rem auto 6rem; padding: 0 1rem; background: var(--paper);
  color: var(--ink); font: 15px/1.6 system-ui, sans-serif; }}
h1 {{ font-size: 28px; line-height: 1.2; }} h2 {{ margin-top: 2rem; font-size: 20px; }}
a {{ color: var(--line-ink); }} nav {{ font-size: 13px; color: var(--ink-quiet); }}
:target {{ scroll-margin-top: 1rem; text-decoration: underline; text-underline-offset: 4px; }}
code, pre {{ background: var(--chrome); border-radius: 4px; font: 13px ui-monospace, monospace; }}
code {{ padding: 1px 4px; }} pre {{ padding: 12px; overflow: auto; }} pre code {{ padding: 0; }}
table {{ border-collapse: collapse; font-size: 13px; display: block; overflow: auto; }}
th, td {{ padding: 4px 12px 4px 0; border-bottom: 1px solid var(--rule); text-align: left;
  vertical-align: top; font-variant-numeric: tabular-nums; }}
img {{ max-width: 100%; }}
</style>
{before}<main>
{body}
</main>
</html>
"""


def anchor(heading: str) -> str:
    """The anchor of a heading in a link.

    >>> anchor("Say what you want: `fp <= 5`")
    'say-what-you-want-fp-5'
    """
    return "-".join(re.findall(r"[a-z0-9]+", heading.lower()))


def html_page(
    markdown: str, *, title: str = "", before: str = "", after: Mapping[str, str] | None = None
) -> str:
    """A page of the Markdown; its first heading is the title unless one is given.

    Markup inside the Markdown stays text; `before` is markup to stand before it, `after` by the
    anchor of a heading what follows that.

    >>> "<title>fp &lt;= 2</title>" in html_page("# fp \\\\<= 2")
    True
    """
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = []
    follows = ""
    for opening, content in pairwise([*reader.parse(markdown), Token("html_block", "", 0)]):
        tokens.append(opening)
        if opening.type == "heading_open":
            opening.attrSet("id", anchor(content.content))
            title = title or "".join(each.content for each in content.children or ())
            follows = (after or {}).get(anchor(content.content), "")
        elif opening.type == "heading_close" and follows:
            tokens.append(Token("html_block", "", 0, content=f"{follows}\n"))
    body = reader.renderer.render(tokens, reader.options, {})
    light, dark = (" ".join(f"--{k}: {v};" for k, v in each.items()) for each in (LIGHT, DARK))
    return PAGE.format(title=escape(title), light=light, dark=dark, before=before, body=body)
