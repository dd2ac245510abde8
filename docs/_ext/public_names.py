"""The list of public names for the reference, written before Sphinx looks for pages."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

import steersman

OTHERS = "Models"
GROUPS = {
    "Steer": ("learn.steering", "learn.wants", "learn.automatic", "learn.monitor"),
    "Data": ("data", "session.data"),
    OTHERS: (),
    "Explain": ("learn.explain", "learn.slices", "evaluate"),
    "Whole jobs and notebooks": ("learn.jobs", "widget"),
}
"""Headings, and the packages whose names are listed below each; any other name is a model's."""
RESULTS = ("learn.steering.Steering", "errors.SteersmanError", "text.TextCounter")


def group_of(home: str) -> str:
    """The heading for names of a module."""
    for heading, packages in GROUPS.items():
        if any(home.startswith(f"steersman.{package}") for package in packages):
            return heading
    return OTHERS


def summary(heading: str, names: list[str]) -> list[str]:
    """The section of a group."""
    table = [".. currentmodule:: steersman", ".. autosummary::", "   :toctree:", ""]
    return [heading, "-" * len(heading), "", *table, *(f"   {name}" for name in names), ""]


def write_names(app: Sphinx, _config: Config) -> None:
    """Write api/names.rst, unless it is there already."""
    lines = ["Names", "=====", ""]
    for heading in GROUPS:
        names = sorted(name for name, home in steersman.HOMES.items() if group_of(home) == heading)
        lines += summary(heading, names)
    lines += summary("Results and helpers", list(RESULTS))
    path = Path(app.srcdir) / "api" / "names.rst"
    path.parent.mkdir(exist_ok=True)
    text = "\n".join(lines)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("config-inited", write_names)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
