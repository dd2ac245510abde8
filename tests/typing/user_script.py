"""What a user writes, checked by mypy and pyright: the public names have their types."""

from __future__ import annotations

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

from steersman import (
    Dataset,
    Job,
    LikelihoodSpaceClassifier,
    Monitor,
    SteeredClassifier,
    Want,
    frontier,
    load,
    load_model,
    raw_table,
    steer,
    steer_table,
)
from steersman.learn.steering import Frontier, SteerableClassifier, Steering


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


def saved_model(path: str, data: Dataset) -> NDArray[np.float64]:
    """A model from a file, its curve and its probabilities."""
    model = load_model(path)
    assert_type(model, SteerableClassifier)
    assert_type(frontier({"saved": model}, data.X, data.y), list[Frontier])
    return model.predict_proba(data.X)


def ordinary_classifier(data: Dataset) -> NDArray[np.generic]:
    """A classifier that is steered as it is fitted."""
    model = SteeredClassifier(LikelihoodSpaceClassifier(), "fpr <= 2%", confidence=0.9)
    assert_type(model.fit(data.X, data.y, sample_weight=np.ones(data.n_rows)), SteeredClassifier)
    assert_type(model.report_.met, bool)
    return model.predict(data.X)
