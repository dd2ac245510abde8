"""What a report says about a model's reasons: what it uses, and why some rows are decided so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from steersman.learn.explain import Importance
from steersman.learn.export.markdown_page import markdown_table, plain


@dataclass(frozen=True)
class ExplainedRow:
    """A row with the parts of its score; they start with the base value and add up."""

    title: str
    parts: Sequence[tuple[str, float]]
    score: float
    cutoff: float


def uses_table(uses: Importance) -> str:
    """The features by importance, with intervals and the class that they speak for."""
    measure = "AUC" if uses.measure == "auc" else uses.measure
    side = {1: "for", -1: "against", 0: ""}
    rows = [
        (
            each.name,
            f"{each.drop:.4f}",
            f"{each.low:.4f} to {each.high:.4f}",
            side[(each.direction > 0) - (each.direction < 0)],
        )
        for each in uses.features
    ]
    shuffled = f"when a feature is shuffled on {uses.rows:,} tuning rows"
    head = ("feature", "loss", "95 % interval", f"more of it: {uses.category}")
    return f"Loss in {measure} ({uses.baseline:.3f}) {shuffled}.\n\n{markdown_table(head, rows)}"


def explained_table(row: ExplainedRow) -> str:
    """A row's parts from the base value to its score."""
    (base, start), *parts = row.parts
    lines = [(base, f"{start:.3f}"), *((name, f"{part:+.3f}") for name, part in parts)]
    lines += [("score", f"{row.score:.3f}"), ("cut-off", f"{row.cutoff:.3f}")]
    return f"### {plain(row.title)}\n{markdown_table(('part', 'adds'), lines)}"
