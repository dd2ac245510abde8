"""How Sphinx builds the documentation site: `make docs`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from steersman import __version__

project = "Steersman"
author = "The Steersman developers"
copyright = "The Steersman developers, BSD-3-Clause"
version = release = __version__

extensions = [
    "command_line",
    "content_policy",
    "mathml",
    "myst_parser",
    "numpydoc",
    "paper_rows",
    "public_names",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_design",
]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
templates_path = ["_templates"]
exclude_patterns = ["_build", "_ext", "benchmark-results.md"]
nitpicky = False

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "fieldlist"]
myst_heading_anchors = 4
suppress_warnings = ["myst.xref_ambiguous"]

autosummary_generate = True
autodoc_typehints = "none"
numpydoc_class_members_toctree = False
numpydoc_show_class_members = False

html_theme = "pydata_sphinx_theme"
html_title = "Steersman"
html_static_path = ["_static"]
html_favicon = "_static/wheel.svg"
html_css_files = ["site.css"]
html_copy_source = False
html_use_index = False
html_domain_indices = False
html_show_sourcelink = False
html_show_sphinx = False
html_math_renderer = "mathml"
html_theme_options = {
    "logo": {
        "image_light": "_static/wheel.svg",
        "image_dark": "_static/wheel.svg",
        "text": "Steersman",
    },
    "collapse_navigation": True,
    "navigation_depth": 2,
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "show_prev_next": True,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "navbar_end": ["theme-switcher"],
    "pygments_light_style": "tango",
    "pygments_dark_style": "monokai",
}
html_sidebars = {name: [] for name in ("index", "start", "benchmarks", "compared-with")}


def skip_requests(_app, _what, name, _value, skip, _options):
    """Leave out the methods that scikit-learn generates for metadata routing."""
    return skip or (name.startswith("set_") and name.endswith("_request"))


def setup(app):
    app.connect("autodoc-skip-member", skip_requests)
