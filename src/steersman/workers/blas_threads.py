"""The threads that linear algebra uses in this process."""

from __future__ import annotations

from functools import cache

import scipy.linalg  # noqa: F401  (its BLAS must be loaded before the libraries are looked up)
from threadpoolctl import ThreadpoolController


@cache
def blas_controller() -> ThreadpoolController:
    """The linear algebra libraries of this process; looking for them takes milliseconds."""
    return ThreadpoolController().select(user_api="blas")


@cache
def blas_threads() -> int:
    """How many threads linear algebra uses in this process when it starts."""
    return max((int(each["num_threads"]) for each in blas_controller().info()), default=1)
