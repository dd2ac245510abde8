"""The few lines of Python that reproduce what the lab shows."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.pipeline import Pipeline

from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.python_source import source_lines
from steersman.session.lab.choice import LabChoice
from steersman.session.lab.fits import FittedLabModel, unfitted_lab_model
from steersman.session.lab.points import (
    MOST_ROWS,
    TEST_PARTS,
    LabPoints,
    chosen_columns,
    column_values,
)
from steersman.session.state import State


def python_lines(
    corpus: Corpus, state: State, choice: LabChoice, points: LabPoints, fitted: FittedLabModel
) -> str:
    """Lines that draw the points, fit the model and print its errors."""
    model = at_step(unfitted_lab_model(points, fitted.choice), fitted)
    tested = points.test is not None
    lines = [*imports_of(model), *drawing_lines(corpus, state, choice, points), ""]
    lines += [f"model = {model!r}".replace("\n", "\n    "), "model.fit(X, y)"]
    lines.append('print("training error", (model.predict(X) != y).mean())')
    if tested:
        lines.append('print("test error", (model.predict(X_test) != y_test).mean())')
    if points.world is not None:
        lines.append('print("Bayes error", world.bayes_error())')
    return "\n".join(lines) + "\n"


def at_step(model: BaseEstimator, fitted: FittedLabModel) -> BaseEstimator:
    """The model that stops its training at the chosen step."""
    if fitted.way is None or fitted.model is None:
        return model
    # Recording every step is only needed to play them.
    model = model.set_params(trace=False)
    if fitted.step == len(fitted.way) - 1:
        return model
    paths = getattr(fitted.model, "paths_", None)
    updates = fitted.step if paths is None else int(paths[0].updates[fitted.step])
    return model.set_params(max_updates=updates)


def imports_of(model: BaseEstimator) -> list[str]:
    """An import for each estimator that the model's own text names."""
    parts = [type(step) for _, step in model.steps] if isinstance(model, Pipeline) else []
    kinds = [type(model), *parts]
    homes = sorted({(public_home(kind.__module__), kind.__name__) for kind in kinds})
    return [f"from {home} import {name}" for home, name in homes]


def public_home(module: str) -> str:
    """The module from which people import what is defined in a private one.

    >>> public_home("sklearn.svm._classes"), public_home("steersman.learn.classic.linear")
    ('sklearn.svm', 'steersman.learn.classic')
    """
    parts = module.split(".")
    private = [place for place, part in enumerate(parts) if part.startswith("_")]
    shown = parts[: private[0]] if private else parts
    return ".".join(shown[:3] if shown[0] == "steersman" else shown)


def drawing_lines(corpus: Corpus, state: State, choice: LabChoice, points: LabPoints) -> list[str]:
    """Lines that make X, y and, where there are any, X_test and y_test."""
    if choice.source == "painted":
        return [
            "import numpy as np",
            "",
            f"X = np.array({points.X.tolist()})",
            f"y = np.array({points.positive.astype(int).tolist()})",
        ]
    if choice.source == "table":
        return table_lines(corpus, state, choice)
    return [
        f"from steersman.learn.classic import {type(points.world).__name__}",
        "",
        f"world = {points.world!r}",
        f"X, y = world.draw(seed={choice.seed})",
        f"X_test, y_test = world.draw_test(seed={choice.seed})",
    ]


def table_lines(corpus: Corpus, state: State, choice: LabChoice) -> list[str]:
    imports, data = source_lines(corpus.dataset, train=bool(corpus.test))
    columns = list(chosen_columns(corpus, choice))
    rows = column_values(corpus, *columns)
    lines = [
        "import numpy as np",
        "from sklearn.preprocessing import StandardScaler",
        *imports,
        "from steersman.data import fold_numbers",
        "",
        data,
        f"columns = [data.feature_names.index(name) for name in {columns!r}]",
        "X = data.X[:, columns]" + (".toarray()" if corpus.dataset.is_sparse else ""),
        f"y = data.positives({corpus.dataset.classes[corpus.categories.index(state.category)]!r})",
    ]
    if not np.isfinite(rows).all():
        lines.append("X, y = X[np.isfinite(X).all(axis=1)], y[np.isfinite(X).all(axis=1)]")
    lines.append(f"part = fold_numbers(y, {TEST_PARTS}, seed={choice.seed})")
    if np.isfinite(rows).all(axis=1).sum() > MOST_ROWS:
        lines += [
            f"rng = np.random.default_rng({choice.seed})",
            f"some = np.sort(rng.choice(len(X), {MOST_ROWS}, replace=False))",
            "X, y, part = X[some], y[some], part[some]",
        ]
    return [
        *lines,
        "X = StandardScaler().fit(X[part > 0]).transform(X)",
        "X, y, X_test, y_test = X[part > 0], y[part > 0], X[part == 0], y[part == 0]",
    ]
