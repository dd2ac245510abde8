"""Small pages without inline scripts, so that the workbench can carry and show them.

Its content policy allows no inline scripts. The icon font of the theme is larger than the rest of
the site; `site.css` draws the few icons.
"""

from __future__ import annotations

import re
from pathlib import Path

from sphinx.application import Sphinx

INLINE_SCRIPT = re.compile(r"<script(?![^>]*\ssrc=)[^>]*>.*?</script>\s*", re.DOTALL)
ICON_FONT = re.compile(r"<(script|link)[^>]*fontawesome[^>]*>(</script>)?\s*")
ROW_CLASS = re.compile(r' class="row-(?:odd|even)"')  # no style of ours or of the theme uses it
ICON_FACE = re.compile(r"@font-face\s*\{[^{}]*\}")
NOT_NEEDED = (
    "*.map",
    "*fontawesome*",
    "fa-*.woff2",
    "webpack-macros.html",
    "*.po",
    "*.LICENSE.txt",
)
ROOT = re.compile(r'data-content_root="([^"]*)"')


def move_scripts(app: Sphinx, error: Exception | None) -> None:
    """Replace the inline scripts of each page by one file."""
    if error is not None or app.builder.format != "html":
        return
    for path in Path(app.outdir).rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        root = ROOT.search(text)
        own = f'<script src="{root.group(1) if root else "./"}_static/page.js"></script>\n'
        for pattern in (INLINE_SCRIPT, ICON_FONT, ROW_CLASS):
            text = pattern.sub("", text)
        text = text.replace("<head>", f"<head>\n{own}", 1)
        path.write_text(without_indentation(text), encoding="utf-8")
    for path in Path(app.outdir).rglob("*.css"):
        path.write_text(ICON_FACE.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")
    for pattern in NOT_NEEDED:
        for path in Path(app.outdir).rglob(pattern):
            if path.is_file():
                path.unlink()


def without_indentation(text: str) -> str:
    """A page without the indentation of its templates, except in preformatted text."""
    parts = re.split(r"(<pre.*?</pre>)", text, flags=re.DOTALL)
    parts[::2] = [re.sub(r"\s*\n\s*", "\n", part) for part in parts[::2]]
    return "".join(parts)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("build-finished", move_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
