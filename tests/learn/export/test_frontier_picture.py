from __future__ import annotations

import re
from itertools import pairwise
from math import sqrt
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from steersman.learn.export import html_page
from steersman.learn.export.frontier_picture import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    frontier_svg,
)
from steersman.palette import LIGHT

POINTS = [(0, 135), (2, 20), (12, 8), (64, 2), (222, 0)]
MARKS = {"as <fitted>": (7, 17), "model 5": (27, 4)}
COUNTS = st.integers(0, 10_000)


def parts(svg: str, name: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(svg).findall(f"{{*}}{name}")  # noqa: S314  (our own markup)


def test_each_model_stands_where_its_errors_are() -> None:
    rings = parts(frontier_svg(POINTS, MARKS), "circle")
    across, down = WIDTH - RIGHT - LEFT, HEIGHT - BOTTOM - TOP
    for ring, (fp, fn) in zip(rings, MARKS.values(), strict=True):
        assert abs(float(ring.get("cx")) - (LEFT + across * sqrt(fp / 222))) < 0.06
        assert abs(float(ring.get("cy")) - (HEIGHT - BOTTOM - down * sqrt(fn / 135))) < 0.06


def test_the_picture_is_told_in_words_and_names_stay_text() -> None:
    svg = frontier_svg(POINTS, MARKS)
    (title,) = parts(svg, "title")
    told = title.text
    assert re.findall(r"\d+", told)[:4] == ["0", "135", "222", "0"]
    assert {"<fitted>:", "7", "17"} <= {*told.split()}
    assert "as &lt;fitted&gt;: 7 and 17" in svg


@given(st.lists(st.tuples(COUNTS, COUNTS), min_size=1, max_size=9), st.tuples(COUNTS, COUNTS))
def test_everything_drawn_is_inside_and_readable(
    points: list[tuple[int, int]], mark: tuple[int, int]
) -> None:
    svg = frontier_svg(points, {"here": mark, "there": mark})
    names = [float(each.get("y")) for each in parts(svg, "text")[-2:]]
    assert abs(names[0] - names[1]) >= 15.9
    for ring in parts(svg, "circle"):
        assert LEFT <= float(ring.get("cx")) <= WIDTH - RIGHT
        assert TOP <= float(ring.get("cy")) <= HEIGHT - BOTTOM
    for upright in (True, False):
        key = "x1" if upright else "y1"
        lines = [
            each for each in parts(svg, "line") if (each.get("x1") == each.get("x2")) == upright
        ]
        places = sorted(float(each.get(key)) for each in lines)
        assert all(later - one > 18 for one, later in pairwise(places))


def test_a_picture_takes_the_place_of_its_image_in_the_colors_of_the_page() -> None:
    svg = f'<svg fill="{LIGHT["paper"]}"></svg>'
    page = html_page("# A\n\n![b](b.svg)\n\n![c](c.svg)", pictures={"b.svg": svg})
    assert '<p><svg fill="var(--paper)"></svg></p>' in page
    assert '<img src="c.svg" alt="c" />' in page
