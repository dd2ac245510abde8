"""Pages without scripts, which look like the workbench: coming in, refusals, diagnostics."""

from __future__ import annotations

from html import escape
from pathlib import Path

STATIC = Path(__file__).parent / "static"
"""The built page and its styles."""
PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>{title} – Steersman</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="./widget.css" />
  </head>
  <body class="plain-page">
    <main class="steersman {kind}">
      <div class="{kind}-card">
        <p class="plain-mark">Steersman</p>
        <h1>{title}</h1>
        {body}
      </div>
    </main>
  </body>
</html>
"""


def plain_page(title: str, body: str, kind: str = "entrance") -> str:
    """A page with a title; `body` is HTML, and `kind` names its styles."""
    return PAGE.format(title=escape(title), body=body, kind=kind)
