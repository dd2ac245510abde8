"""The colors of the page, of reports and of pictures: all of them are in palette.json."""

from __future__ import annotations

import json
from pathlib import Path

__all__ = ["DARK", "LIGHT", "REPORT_SERIES"]

_PALETTE = json.loads((Path(__file__).parent / "palette.json").read_text("utf-8"))

LIGHT: dict[str, str] = _PALETTE["light"]
"""Colors by the names of the page's CSS variables, on white."""

DARK: dict[str, str] = _PALETTE["dark"]

REPORT_SERIES: tuple[str, ...] = tuple(_PALETTE["report"])
"""Okabe and Ito's, dark enough for paper; markers differ too, so that color is not alone."""
