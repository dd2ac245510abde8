"""A model in use: whether its limits still hold, from rows as they come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.monitor.labeling_plan import LabelingPlan, labeling_plan
    from steersman.learn.monitor.monitor import Monitor
    from steersman.learn.monitor.plan_files import (
        FilePlan,
        JudgedPlan,
        file_plan,
        judged_plan,
        labeled_rows_of,
    )
    from steersman.learn.monitor.predicted_shift import PredictedShift
    from steersman.learn.monitor.repair import Repair, repair
    from steersman.learn.monitor.repair_card import chapter_lines, repair_card
    from steersman.learn.monitor.report import BoundCheck, BoundState, MonitorReport
    from steersman.learn.monitor.verdict import BoundVerdict, Verdict, bound_verdicts
    from steersman.learn.monitor.watch_log import WatchLog
    from steersman.learn.monitor.watched_want import tuning_rows, want_in_use

__all__ = [
    "BoundCheck",
    "BoundState",
    "BoundVerdict",
    "FilePlan",
    "JudgedPlan",
    "LabelingPlan",
    "Monitor",
    "MonitorReport",
    "PredictedShift",
    "Repair",
    "Verdict",
    "WatchLog",
    "bound_verdicts",
    "chapter_lines",
    "file_plan",
    "judged_plan",
    "labeled_rows_of",
    "labeling_plan",
    "repair",
    "repair_card",
    "tuning_rows",
    "want_in_use",
]

__getattr__ = lazy_exports(__name__, __file__)
