"""Markdown for people: tables and text in it, and one HTML page that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from itertools import chain, pairwise

from markdown_it import MarkdownIt

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
blockquote {{ margin: 1rem 0; padding: 1px 1rem; background: var(--warning-wash);
  border-left: 3px solid var(--warning); }}
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
    markdown: str, *, title: str = "", before: str = "", pictures: Mapping[str, str] | None = None
) -> str:
    """A page of the Markdown; its first heading is the title unless one is given.

    Markup inside the Markdown stays text; `before` is markup to stand before it, `pictures` are
    SVGs by the address of the image that they take the place of, in the colors of the page.

    >>> "<title>fp &lt;= 2</title>" in html_page("# fp \\\\<= 2")
    True
    """
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(markdown)
    for opening, content in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", anchor(content.content))
            title = title or "".join(each.content for each in content.children or ())
    for token in chain.from_iterable(each.children or () for each in tokens):
        if token.type == "image" and (svg := (pictures or {}).get(str(token.attrGet("src")))):
            token.type, token.content = "html_inline", in_page_colors(svg)
    body = reader.renderer.render(tokens, reader.options, {})
    light, dark = (" ".join(f"--{k}: {v};" for k, v in each.items()) for each in (LIGHT, DARK))
    return PAGE.format(title=escape(title), light=light, dark=dark, before=before, body=body)


def in_page_colors(svg: str) -> str:
    """The picture in the colors of the page around it, light or dark."""
    for name in ("paper", "ink", "ink-quiet", "rule", "line-ink"):
        svg = svg.replace(LIGHT[name], f"var(--{name})")
    return svg


def markdown_table(head: Sequence[object], rows: Sequence[Sequence[object]]) -> str:
    """Rows as a table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(plain(cell) for cell in line)} |" for line in lines)


def plain(value: object) -> str:
    """A value as text that Markdown does not read anything into.

    >>> plain("a|b <i>*c*"), plain(1234)
    ('a\\\\|b \\\\<i>\\\\*c\\\\*', '1,234')
    """
    text = f"{value:,}" if isinstance(value, int) else str(value)
    return re.sub(r"[|<*_`\[\]]", r"\\\g<0>", " ".join(text.split()))
