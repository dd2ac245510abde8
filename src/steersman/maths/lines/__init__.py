"""The best line between two classes of points, with a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.maths.lines.certified_line import CertifiedLine, best_cut
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
    from steersman.maths.lines.line_search import SearchLimits
    from steersman.maths.lines.separability import CommonPoint, common_point
    from steersman.maths.lines.smoothed_threshold import steady_threshold

__all__ = [
    "CertifiedLine",
    "CommonMixture",
    "CommonPoint",
    "HardMargin",
    "SearchLimits",
    "accuracy_goal",
    "best_cut",
    "common_point",
    "cost_goal",
    "f_beta_goal",
    "fewest_fp_goal",
    "g_mean_goal",
    "goal_value",
    "most_tp_goal",
    "steady_threshold",
    "widest_margin",
]

__getattr__ = lazy_exports(__name__, __file__)
