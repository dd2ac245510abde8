"""A model of a dataset's features, made to predict from rows as files hold them."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.pipeline import Pipeline

from steersman.data.arrow.frames import frame_from_columns
from steersman.data.dataset import Dataset
from steersman.data.raw_columns import raw_features
from steersman.errors import SteersmanError
from steersman.learn.steering import pipeline_of

CHECKED_ROWS = 50


def raw_model(dataset: Dataset, model: object) -> Pipeline:
    """The pipeline of the steps that make the features of `dataset` from raw rows, and `model`.

    Features that no file shares (sparse ones without text, or counts by a counter of one's own)
    are refused in a sentence.

    >>> from sklearn.dummy import DummyClassifier
    >>> from steersman.data import load
    >>> wine = load("wine")
    >>> pipeline = raw_model(wine, DummyClassifier().fit(wine.X, wine.y))
    >>> pipeline.steps[0][1].numbers[:2]
    ['alcohol', 'malic_acid']
    """
    return pipeline_of([*features_of(dataset).steps, ("model", model)])


def raw_label(dataset: Dataset) -> str | None:
    """The column of labels in files like the one that the dataset was read from, if it is one."""
    named = dataset.provenance.options.get("label", ("label",))
    if isinstance(named, tuple | list) and len(named) > 1:
        return None
    return str(named[0]) if isinstance(named, tuple | list) and named else "label"


def features_of(dataset: Dataset) -> Pipeline:
    """The fitted steps from raw rows to the features of a dataset."""
    carried = dataset.from_raw
    if isinstance(carried, Pipeline):
        return carried
    if dataset.text is not None:
        column = text_column(dataset)
        rows = frame_from_columns({column: list(dataset.text)})
        features = raw_features(text=[column])
    elif issparse(dataset.X):
        raise SteersmanError(
            f"{dataset.name} has unnamed sparse features, which other files cannot match",
            todo="use a table (CSV, TSV, Parquet, JSON lines, ARFF) or a folder of text",
            code="features-unnamed",
        )
    else:
        names = [str(name) for name in dataset.feature_names]
        rows = frame_from_columns(dict(zip(names, np.asarray(dataset.X).T)))
        features = raw_features(numbers=names, dense=True)
    features.fit(rows.to_native())
    check_same(features.transform(rows[:CHECKED_ROWS].to_native()), dataset)
    return features


def text_column(dataset: Dataset) -> str:
    named = dataset.provenance.options.get("text", ())
    return str(named[0]) if isinstance(named, tuple | list) and named else "text"


def check_same(made: Any, dataset: Dataset) -> None:
    """Raise an error unless the features made from raw rows are those of the dataset."""
    expected: Any = dataset.X[:CHECKED_ROWS]
    if made.shape != expected.shape or abs(made - expected).max() > 0:
        raise SteersmanError(
            f"the features of {dataset.name} cannot be computed from raw rows",
            todo="use the default text counter of load()",
            code="features-unknown",
        )
