"""Models for other programs and for readers: ONNX, MLflow, cards and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.export.markdown_page import html_page, markdown_table, plain
    from steersman.learn.export.mlflow_log import check_mlflow, log_steering
    from steersman.learn.export.model_card import (
        Card,
        card_html,
        card_markdown,
        check_card_name,
        error_counts,
        frontier_points,
        save_card,
    )
    from steersman.learn.export.onnx.graph import check_onnx
    from steersman.learn.export.onnx.model import save_onnx
    from steersman.learn.export.reason_report import ExplainedRow
    from steersman.learn.export.score_report import ScoreReport, score_report

__all__ = [
    "Card",
    "ExplainedRow",
    "ScoreReport",
    "card_html",
    "card_markdown",
    "check_card_name",
    "check_mlflow",
    "check_onnx",
    "error_counts",
    "frontier_points",
    "html_page",
    "log_steering",
    "markdown_table",
    "plain",
    "save_card",
    "save_onnx",
    "score_report",
]

__getattr__ = lazy_exports(__name__, __file__)
