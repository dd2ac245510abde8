"""The small tables that come with scikit-learn."""

from __future__ import annotations

import hashlib
from importlib.metadata import version

import numpy as np

from steersman.data.dataset import Dataset, Provenance
from steersman.data.row_names import NumberedRows

BUNDLED = {
    "breast-cancer": "load_breast_cancer",
    "wine": "load_wine",
    "iris-fisher": "load_iris",
    "digits": "load_digits",
}
"""Name here -> name there."""


def bundled_table(name: str, called: str = "") -> Dataset:
    """One of scikit-learn's tables, with the names of its classes as labels.

    >>> bundled_table("wine")
    Dataset('wine', 178 rows, 13 features, 3 classes)
    """
    from sklearn import datasets

    bunch = getattr(datasets, BUNDLED[name])()
    X = np.ascontiguousarray(bunch.data, dtype=np.float64)
    titles = np.asarray([str(title) for title in bunch.target_names])
    y = titles[bunch.target]
    return Dataset(
        name=called or name,
        X=X,
        y=y,
        classes=tuple(sorted(titles.tolist())),
        feature_names=tuple(str(feature) for feature in bunch.feature_names),
        ids=NumberedRows(range(len(y))),
        provenance=Provenance(
            source=f"scikit-learn {version('scikit-learn')}, sklearn.datasets.{BUNDLED[name]}",
            reader="bundled",
            sha256=hashlib.sha256(X.tobytes() + "\n".join(y.tolist()).encode()).hexdigest(),
        ),
    )
