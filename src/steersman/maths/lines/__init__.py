"""The best line between two classes of points, with a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.maths.lines.certified_line import (
        GRID,
        CertifiedLine,
        Frame,
        best_cut,
        certified_line,
        grid_between,
    )
    from steersman.maths.lines.goals import (
        accuracy_goal,
        cost_goal,
        f_beta_goal,
        fewest_fp_goal,
        g_mean_goal,
        goal_value,
        most_tp_goal,
    )
    from steersman.maths.lines.hard_margin import CommonMixture, HardMargin, widest_margin
    from steersman.maths.lines.line_search import (
        BINS,
        SMALLEST,
        SearchLimits,
        Span,
        best_edge,
        bound_of_bins,
        heights_at,
        range_bins,
        range_heights,
        searched_spans,
    )
    from steersman.maths.lines.separability import CommonPoint, common_point
    from steersman.maths.lines.smoothed_threshold import steady_threshold

__all__ = [
    "BINS",
    "GRID",
    "SMALLEST",
    "CertifiedLine",
    "CommonMixture",
    "CommonPoint",
    "Frame",
    "HardMargin",
    "SearchLimits",
    "Span",
    "accuracy_goal",
    "best_cut",
    "best_edge",
    "bound_of_bins",
    "certified_line",
    "common_point",
    "cost_goal",
    "f_beta_goal",
    "fewest_fp_goal",
    "g_mean_goal",
    "goal_value",
    "grid_between",
    "heights_at",
    "most_tp_goal",
    "range_bins",
    "range_heights",
    "searched_spans",
    "steady_threshold",
    "widest_margin",
]

__getattr__ = lazy_exports(__name__, __file__)
