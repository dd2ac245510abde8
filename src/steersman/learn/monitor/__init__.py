"""A model in use: whether its limits still hold, from rows as they come."""

from steersman.learn.monitor.monitor import Monitor
from steersman.learn.monitor.report import BoundCheck, BoundState, MonitorReport

__all__ = ["BoundCheck", "BoundState", "Monitor", "MonitorReport"]
