"""A model in use: whether its limits still hold, from rows as they come."""

from steersman.learn.monitor.labeling_plan import LabelingPlan, labeling_plan
from steersman.learn.monitor.monitor import Monitor
from steersman.learn.monitor.report import BoundCheck, BoundState, MonitorReport
from steersman.learn.monitor.verdict import BoundVerdict, Verdict, bound_verdicts
from steersman.learn.monitor.watch_log import WatchLog
from steersman.learn.monitor.watched_want import tuning_rows, want_in_use

__all__ = [
    "BoundCheck",
    "BoundState",
    "BoundVerdict",
    "LabelingPlan",
    "Monitor",
    "MonitorReport",
    "Verdict",
    "WatchLog",
    "bound_verdicts",
    "labeling_plan",
    "tuning_rows",
    "want_in_use",
]
