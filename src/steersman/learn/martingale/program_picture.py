"""A martingale program drawn as its graph: a row of nodes for each level, an edge for each vote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman.palette import LIGHT
from steersman.pictures import Svg, html_card

if TYPE_CHECKING:
    from steersman.learn.martingale.program import Program

ROW, GAP, RADIUS, EDGE = 46.0, 34.0, 9.0, 16.0
MOST_NODES = 600
"""Above this many nodes only numbers are shown: nobody can read such a graph."""


def program_html(program: Program) -> str:
    """The graph of a program as HTML, or its numbers where it is too large to be read."""
    ends = len(program.nodes) - len(program.deciding)
    title = f"Martingale program: {program.levels} levels, {len(program.nodes):,} nodes"
    note = f"{len(program.deciding):,} nodes decide, {ends:,} end a path (filled)"
    if len(program.nodes) > MOST_NODES:
        return html_card(title, note=note)
    return html_card(title, program_svg(program), note=note)


def program_svg(program: Program) -> str:
    """The graph as the text of an SVG picture; the widths of edges are the rows that take them."""
    levels: dict[int, list[int]] = {}
    for number, node in enumerate(program.nodes):
        levels.setdefault(node.level, []).append(number)
    widest = max(len(each) for each in levels.values())
    width = max(200.0, EDGE * 2 + GAP * (widest - 1) + 2 * RADIUS)
    height = EDGE * 2 + ROW * (max(levels)) + 2 * RADIUS
    places: dict[int, tuple[float, float]] = {}
    for level, numbers in levels.items():
        # The votes for the last class order a level, so that edges cross as little as they can.
        ordered = sorted(numbers, key=lambda number: (program.nodes[number].votes, number))
        start = (width - GAP * (len(ordered) - 1)) / 2
        for place, number in enumerate(ordered):
            places[number] = (start + GAP * place, EDGE + RADIUS + ROW * level)
    picture = Svg(width, height, f"Graph of {len(program.nodes)} nodes")
    total = max(1, sum(program.nodes[0].rows))
    for number, node in enumerate(program.nodes):
        for child in node.children:
            share = sum(program.nodes[child].rows) / total
            picture.line(*places[number], *places[child], LIGHT["mark"], 0.5 + 4.0 * share)
    for number, node in enumerate(program.nodes):
        x, y = places[number]
        color = class_color(node.label) if node.label >= 0 else LIGHT["paper"]
        picture.add("circle", cx=x, cy=y, r=RADIUS, fill=color, stroke=LIGHT["ink-quiet"])
        picture.note(x, y + 3.5, f"{sum(node.rows)}" if node.label < 0 else "", "middle", 8)
    return str(picture)


def class_color(label: int) -> str:
    """The color of a path's end: of two classes the page's, of more the class's number."""
    return LIGHT["positive" if label == 1 else "negative"] if label < 2 else LIGHT["bisector"]
