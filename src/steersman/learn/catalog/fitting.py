"""Fit a model of the catalog, with a sentence where it cannot learn."""

from __future__ import annotations

from typing import Any

from steersman.errors import SteersmanError


def fit_or_refuse(model: Any, X: Any, y: Any) -> None:
    """Fit a model; an error in words where it cannot learn from these rows.

    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> fit_or_refuse(KNeighborsClassifier(5), [[0.0], [1.0]], [0, 1])
    Traceback (most recent call last):
    steersman.errors.SteersmanError: this model cannot learn from these rows...
    """
    try:
        model.fit(X, y)
        # Nearest neighbors notice only now that there are fewer rows than neighbors.
        model.predict(X[:1])
    except SteersmanError:
        raise
    except ValueError as error:
        # For example, naive Bayes refuses negative counts.
        raise SteersmanError(
            f"this model cannot learn from these rows: {error}",
            todo="choose another model",
            code="cannot-learn",
        ) from error
