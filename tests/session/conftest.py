"""Data that several tests of sessions look at."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from steersman.data import Dataset


@pytest.fixture
def patients(mail: Dataset) -> Dataset:
    """Two overlapping clouds: 480 rows of numbers, a third of them ill."""
    rng = np.random.default_rng(5)
    ill = np.arange(480) % 3 == 0
    X = rng.normal(size=(480, 4)) + 0.9 * ill[:, np.newaxis]
    return replace(
        mail,
        name="clinic",
        X=X,
        y=np.where(ill, "ill", "well"),
        classes=("ill", "well"),
        feature_names=("heart", "age", "salt", "sleep"),
        text=None,
    )
