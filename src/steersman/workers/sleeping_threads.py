"""Threads of numerical libraries that sleep while they wait for each other."""

from __future__ import annotations

import os

SLEEPING_THREADS = {"OMP_WAIT_POLICY": "passive", "OPENBLAS_THREAD_TIMEOUT": "4"}
"""Settings of OpenMP and OpenBLAS, whose threads keep a core busy while they wait by default. On a
machine that has other work, boosted trees of 700 rows then take seconds in place of a tenth."""


def let_threads_sleep() -> None:
    """Use these settings in this process, if called before its first numerical library is loaded;
    what a person has set stays."""
    for name, value in SLEEPING_THREADS.items():
        os.environ.setdefault(name, value)
