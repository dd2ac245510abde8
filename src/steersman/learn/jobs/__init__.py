"""A whole job: rows in, a steered model and its report out."""

from steersman.learn.jobs.job_report import job_card, job_lines
from steersman.learn.jobs.steering_job import Job, SteeredTable, check_job, steer_table

__all__ = [
    "Job",
    "SteeredTable",
    "check_job",
    "job_card",
    "job_lines",
    "steer_table",
]
