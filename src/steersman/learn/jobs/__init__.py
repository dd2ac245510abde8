"""A whole job: rows in, a steered model and its report out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.jobs.job_report import job_card, job_lines
    from steersman.learn.jobs.steering_job import (
        AUTO,
        Job,
        Parts,
        SteeredTable,
        check_job,
        steer_table,
    )

__all__ = [
    "AUTO",
    "Job",
    "Parts",
    "SteeredTable",
    "check_job",
    "job_card",
    "job_lines",
    "steer_table",
]

__getattr__ = lazy_exports(__name__, __file__)
