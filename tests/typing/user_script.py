"""What a user writes, checked by mypy with the rest: the public names have their types."""

from __future__ import annotations

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

from steersman import (
    Dataset,
    Job,
    LikelihoodSpaceClassifier,
    Monitor,
    Want,
    load,
    raw_table,
    steer,
    steer_table,
)
from steersman.learn.steering import SteerableClassifier, Steering


def guaranteed_model(path: str) -> SteerableClassifier:
    """A model that was steered on half of the rows of a file."""
    data = load(path, label="kind", positive="spam")
    assert_type(data, Dataset)
    train, tuning = slice(0, None, 2), slice(1, None, 2)
    model = LikelihoodSpaceClassifier(alpha=0.5).fit(data.X[train], data.y[train])
    want = Want("fpr <= 2%").with_objective("maximize recall")
    steering = steer(model, data.X[tuning], data.y[tuning], want, confidence=0.95)
    assert_type(steering, Steering)
    after: NDArray[np.int64] = steering.after
    print(steering.met, steering.reason, after.sum())
    Monitor(steering.model, want=want).update(data.X[tuning], data.y[tuning])
    return steering.model


def whole_job(path: str) -> bool:
    """The same from a file to a tested pipeline."""
    done = steer_table(raw_table(path, label="kind"), Job("fpr <= 2%", confidence=0.95))
    return done.steering.met
