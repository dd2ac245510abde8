"""Compare models that are refitted on the same folds: figures, tests and reports."""

from __future__ import annotations

from steersman.compare.comparison import Comparison, compare, question_of
from steersman.compare.cross_fitting import Cuts
from steersman.compare.recipes import Recipe
from steersman.compare.refitting import Question
from steersman.compare.report import markdown_report
from steersman.compare.report_files import html_report, write_report

__all__ = [
    "Comparison",
    "Cuts",
    "Question",
    "Recipe",
    "compare",
    "html_report",
    "markdown_report",
    "question_of",
    "write_report",
]
