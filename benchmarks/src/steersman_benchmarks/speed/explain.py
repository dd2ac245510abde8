"""Importance, contributions and the what-if editor, against scikit-learn and shap in one run.

shap is measured where it is installed; its versions cannot be locked together with numba's.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import RandomForestClassifier
from sklearn.inspection import permutation_importance
from sklearn.linear_model import LogisticRegression

from steersman import explain as contributions
from steersman import importance
from steersman.data import load
from steersman.errors import SteersmanError
from steersman.learn.catalog import MODELS
from steersman.learn.explain import class_score, shapley_values
from steersman.session import Session
from steersman.session.matrix.actions import ChooseModel, OpenMatrix
from steersman.session.matrix.room import MatrixRoom
from steersman.session.why.actions import TryRow, WhyRow
from steersman_benchmarks.registry import BenchmarkRow, best_cpu_seconds
from steersman_benchmarks.side_by_side import best_of_both

Floats = NDArray[np.float64]
ROWS, COLUMNS, REPEATS = 10_000, 30, 5
SEED = 3
EDITOR_MS = 100.0
"""How long an answer may take while somebody types."""


def explain() -> list[BenchmarkRow]:
    """Speed and agreement of importance, contributions and what-if."""
    with_shap = [*linear_rows(), *tree_rows()] if find_spec("shap") else []
    return [*importance_rows(), *with_shap, *editor_rows()]


def table(rows: int, columns: int) -> tuple[Floats, NDArray[np.int64]]:
    rng = np.random.default_rng(SEED)
    X = rng.normal(size=(rows, columns))
    weights = rng.normal(size=columns) / np.sqrt(columns)
    return X, (X @ weights + rng.logistic(size=rows) * 0.5 > 0).astype(np.int64)


def importance_rows() -> list[BenchmarkRow]:
    """Permutation importance of 30 columns on 10,000 rows for a linear model."""
    X, y = table(ROWS, COLUMNS)
    model = LogisticRegression().fit(X, y)

    def peer() -> Floats:
        found = permutation_importance(
            model, X, y, scoring="roc_auc", n_repeats=REPEATS, random_state=SEED
        )
        return np.asarray(found.importances_mean)

    ours_s, peer_s = best_of_both(lambda: importance(model, X, y, repeats=REPEATS), peer, repeats=3)
    found = importance(model, X, y, repeats=REPEATS)
    drops = np.empty(COLUMNS)
    for each in found.features:
        drops[each.group] = each.drop
    name = "sklearn.inspection.permutation_importance"
    return [
        BenchmarkRow(
            f"importance of {COLUMNS} columns x {ROWS:,} rows, linear model, with intervals",
            ours_s, peer_s, "s", f"{name}, without intervals",
        ),
        BenchmarkRow(
            "largest difference between both", float(np.abs(drops - peer()).max()), 0.01,
            "AUC", "the noise of five shuffles",
        ),
    ]  # fmt: skip


def linear_rows() -> list[BenchmarkRow]:
    """Contributions of a linear model: they must be those of shap's LinearExplainer."""
    import shap

    X, y = table(ROWS, COLUMNS)
    model = LogisticRegression().fit(X, y)

    def peer() -> Floats:
        # As many background rows as we use; shap's default masker takes 100 of them.
        masker = shap.maskers.Independent(X, max_samples=len(X))
        return np.asarray(shap.LinearExplainer(model, masker).shap_values(X))

    ours_s, peer_s = best_of_both(lambda: contributions(model, X), peer, repeats=3)
    difference = float(np.abs(contributions(model, X).values - peer()).max())
    return [
        BenchmarkRow(
            f"contributions of {ROWS:,} rows, linear model", ours_s, peer_s, "s",
            "shap.LinearExplainer",
        ),
        BenchmarkRow(
            "largest difference between both", difference, 1e-9, "score", "rounding errors",
        ),
    ]  # fmt: skip


def tree_rows() -> list[BenchmarkRow]:
    """Shapley values of a forest: exact ones must be those of shap's TreeExplainer."""
    import shap

    X, y = table(1000, 8)
    forest = RandomForestClassifier(50, max_depth=6, random_state=SEED).fit(X, y)
    background, row = X[:24], X[[500]]
    score = class_score(forest)

    def peer() -> Floats:
        explainer = shap.TreeExplainer(
            forest, background, feature_perturbation="interventional", model_output="probability"
        )
        values = np.asarray(explainer.shap_values(row, check_additivity=False))
        return values[..., 1].ravel() if values.ndim == 3 else values.ravel()

    def ours() -> Floats:
        return shapley_values(score.scores, row, background, np.arange(8))[0]

    ours_s, peer_s = best_of_both(ours, peer, repeats=3)
    return [
        BenchmarkRow(
            "exact Shapley values of a row, forest of 50 trees, 8 columns", ours_s, peer_s, "s",
            "shap.TreeExplainer, which knows the trees",
        ),
        BenchmarkRow(
            "largest difference between both", float(np.abs(ours() - peer()).max()), 1e-6,
            "probability", "rounding errors",
        ),
    ]  # fmt: skip


EDITED: dict[str, dict[str, str]] = {
    "breast-cancer": {"worst area": "700", "worst texture": "20"},
    "docstrings": {"text": "Return the rows of a table that hold a word, sorted by its weight."},
}
"""The values that somebody types, by data set."""


def editor_rows() -> list[BenchmarkRow]:
    """A changed value of one row, for every family, from the action to the answer.

    First the score, which follows every letter, then the contributions, asked for when the hand
    rests. On text, families that cannot learn from so many words are left out.
    """
    rows = []
    for name, values in EDITED.items():
        session = Session(load(name))
        session.perform(OpenMatrix())
        for entry in MODELS:
            with suppress(SteersmanError):
                session.perform(ChooseModel(entry.name))
                rows += family_rows(session, f"{entry.title.lower()}, {name}", values)
    return rows


def family_rows(session: Session, name: str, values: dict[str, str]) -> list[BenchmarkRow]:
    """The editor on the model of a session, in CPU time."""
    models = session.rooms[MatrixRoom].models
    problem = models.problem(session.corpus_of(session.state), session.state)
    row = int(problem.holdout.rows[0])
    session.perform(WhyRow(row))
    asked = {"what-if": TryRow(values, row), "with contributions": TryRow(values, row, True)}
    return [
        BenchmarkRow(
            f"{what}, {name}, CPU", 1000 * best_cpu_seconds(partial(session.perform, action), 3),
            EDITOR_MS, "ms", "the limit while typing",
        )
        for what, action in asked.items()
    ]  # fmt: skip
