"""HTML that notebooks show for results: cards, tables, confusion matrices.

It is static text without scripts, so that it also shows in a saved notebook, and every name in it
is escaped. Colors are those of paper, as a notebook may be dark or light.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import ArrayLike

from steersman.palette import LIGHT
from steersman.pictures.svg import FONT

INK, QUIET, RULE, PAPER = (LIGHT[name] for name in ("ink", "ink-quiet", "rule", "paper"))
RIGHT, WRONG = LIGHT["line-wash"], LIGHT["warning-wash"]
MOST_CLASSES = 12
TABLE = "border-collapse:collapse;margin:0;font:inherit"
CELL = "border:0;padding:3px 10px;text-align:right;background:{fill};color:{ink}"


def html_card(title: str, *parts: str, note: str = "") -> str:
    """A card with a title in bold, parts that are HTML already, and a quiet last line."""
    head = f"<div style='font-weight:600;margin-bottom:6px'>{escape(title)}</div>"
    last = f"<div style='color:{QUIET};margin-top:6px'>{escape(note)}</div>" if note else ""
    style = (
        f"font-family:{escape(FONT, quote=True)};font-size:13px;line-height:1.4;color:{INK};"
        f"background:{PAPER};border:1px solid {RULE};border-radius:4px;padding:10px 14px;"
        "display:inline-block;max-width:100%;box-sizing:border-box;overflow-x:auto"
    )
    return f'<div style="{style}">{head}{"".join(parts)}{last}</div>'


def paragraph(words: str) -> str:
    """A line of text; nothing where there are no words."""
    return f"<div>{escape(words)}</div>" if words else ""


def side_by_side(*parts: str) -> str:
    """Parts beside each other, below each other where there is no room."""
    inside = "".join(f"<div>{part}</div>" for part in parts)
    style = "display:flex;flex-wrap:wrap;gap:8px 28px;margin:6px 0"
    return f"<div style='{style}'>{inside}</div>"


def facts_table(facts: Sequence[tuple[str, object]]) -> str:
    """A table of two columns: what, and its value."""
    quiet = CELL.format(fill=PAPER, ink=QUIET).replace("right", "left")
    plain = CELL.format(fill=PAPER, ink=INK).replace("right", "left")
    rows = "".join(
        f"<tr style='background:{PAPER}'><td style='{quiet}'>{escape(name)}</td>"
        f"<td style='{plain}'>{escape(str(value))}</td></tr>"
        for name, value in facts
    )
    return f"<table style='{TABLE}'><tbody>{rows}</tbody></table>"


def matrix_table(matrix: ArrayLike, classes: Sequence[object], caption: str) -> str:
    """A confusion matrix, rows true, columns predicted; of many classes, only its errors."""
    cells = np.asarray(matrix)
    if len(classes) > MOST_CLASSES:
        wrong = int(cells.sum() - np.trace(cells))
        return paragraph(f"{caption}: {wrong:,} of {int(cells.sum()):,} rows wrong")
    head = CELL.format(fill=PAPER, ink=QUIET)
    names = "".join(f"<th style='{head}'>{escape(str(name))}</th>" for name in classes)
    rows = "".join(
        f"<tr style='background:{PAPER}'><th style='{head}'>{escape(str(name))}</th>"
        + "".join(
            f"<td style='{CELL.format(fill=RIGHT if at == place else WRONG, ink=INK)}'>"
            f"{int(count):,}</td>"
            for at, count in enumerate(cells[place])
        )
        + "</tr>"
        for place, name in enumerate(classes)
    )
    corner = f"<th style='{head}'>actual ↓ predicted →</th>"
    return (
        f"<table style='{TABLE}'><caption style='text-align:left;"
        f"color:{QUIET};caption-side:top'>{escape(caption)}</caption>"
        f"<thead><tr>{corner}{names}</tr></thead><tbody>{rows}</tbody></table>"
    )
