"""Pictures and HTML of results: SVG text, tables, axes of matplotlib."""

from steersman.pictures.axes import new_axes, require_matplotlib
from steersman.pictures.html_parts import facts_table, html_card, matrix_table
from steersman.pictures.svg import Scale, Svg, series_color

__all__ = [
    "Scale",
    "Svg",
    "facts_table",
    "html_card",
    "matrix_table",
    "new_axes",
    "require_matplotlib",
    "series_color",
]
