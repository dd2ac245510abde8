"""Colors are written once, in palette.json."""

from __future__ import annotations

import re
from pathlib import Path

from steersman.learn.export import html_page
from steersman.learn.export.frontier_picture import frontier_svg
from steersman.palette import DARK, LIGHT, REPORT_SERIES

ROOT = Path(__file__).parents[1]
COLOR = re.compile(
    r"#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])|\b(?:rgb|hsl)a?\(", re.IGNORECASE
)
SHADOWS = "tokens.css"  # what is laid over colors has a place there
SOURCES = sorted(
    path
    for folder, endings in (("src/steersman", {".py"}), ("frontend/src", {".ts", ".tsx", ".css"}))
    for path in (ROOT / folder).rglob("*")
    if path.suffix in endings
)


def test_no_source_has_a_color_of_its_own() -> None:
    assert len(SOURCES) > 500
    found = {
        str(path.relative_to(ROOT)): colors
        for path in SOURCES
        if path.name != SHADOWS and (colors := COLOR.findall(path.read_text("utf-8")))
    }
    assert found == {}


def test_both_themes_have_the_same_colors_by_name() -> None:
    assert list(LIGHT) == list(DARK)
    assert all(COLOR.fullmatch(color) for color in (*LIGHT.values(), *DARK.values()))
    assert len(set(REPORT_SERIES)) == len(REPORT_SERIES)


def variables(text: str) -> tuple[set[str], set[str]]:
    """Names of the CSS variables that a text uses, and of those that it defines."""
    used = set(re.findall(r"var\(--([\w-]+)", text))
    return used, set(re.findall(r"""--([\w-]+)["']?\]?\s*[:,]""", text))


def test_every_color_of_a_report_is_defined_in_it() -> None:
    picture = frontier_svg([(0, 5), (3, 1)], {"here": (3, 1)})
    used, defined = variables(html_page("# A title\n\n![](a.svg)", pictures={"a.svg": picture}))
    assert used
    assert used <= defined


def test_every_variable_of_the_page_is_defined() -> None:
    front = "".join(path.read_text("utf-8") for path in SOURCES if path.suffix != ".py")
    used, defined = variables(front)
    assert used - defined - set(LIGHT) - {f"model-{place}" for place in range(6)} == set()
