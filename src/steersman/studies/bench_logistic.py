"""Logistic regression: fits beside scikit-learn's, and the price of editing one cell.

Everything runs on one thread: with more, scikit-learn's small fits take several times as long.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from steersman.data import load
from steersman.learn.blas import one_blas_thread
from steersman.learn.logistic import SteerableLogisticRegression
from steersman.learn.want import Want
from steersman.studies.benchmarks import BenchmarkRow, best_seconds
from steersman.studies.martingale_protocol import parts_of, subject_of

__all__ = ["logistic"]

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
TOPIC = "grain"
TOPICS = ("earn", "acq", "money-fx", "grain", "crude")


def logistic() -> list[BenchmarkRow]:
    """Small dense fits, wide sparse fits and one cell edit."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1000, 50))
    codes = (X @ rng.normal(size=50) + 3.0 * rng.normal(size=1000) > 0).astype(np.intp)
    news = load("reuters10-dinunzio").train()
    words = csr_matrix(news.X, dtype=np.float64)
    words.data[:] = 1.0
    topics = np.column_stack([news.positives(topic) for topic in TOPICS])
    alone = topics.sum(axis=1) == 1
    with one_blas_thread():
        return [
            *fits("1,000 x 50, two classes", X, codes, ("lbfgs", "newton-cholesky")),
            *cell_edit(),
            *fits(
                f"6,494 documents x 35,814 stems, {TOPIC} or not",
                words,
                news.positives(TOPIC).astype(np.intp),
                ("lbfgs", "newton-cg"),
            ),
            *fits(
                "documents of five topics x 35,814 stems",
                words[alone],
                topics[alone].argmax(axis=1),
                ("lbfgs",),
                repeats=1,
            ),
        ]


def fits(
    what: str,
    X: Floats | csr_matrix,
    codes: Codes,
    solvers: tuple[str, ...],
    *,
    repeats: int = 5,
) -> list[BenchmarkRow]:
    """The time of our fit beside scikit-learn's, with how far each stops from the minimum."""
    model = SteerableLogisticRegression()
    ours = best_seconds(partial(model.fit, X, codes), repeats)
    minimum = SteerableLogisticRegression(tol=1e-12).fit(X, codes).coef_
    rows = []
    for solver in solvers:
        peer = LogisticRegression(max_iter=1000, solver=solver)
        seconds = best_seconds(partial(peer.fit, X, codes), repeats)
        off = [float(np.abs(found.coef_ - minimum).max()) for found in (model, peer)]
        note = f"largest error of a weight: {off[0]:.0e}, theirs {off[1]:.0e}"
        rows.append(BenchmarkRow(f"fit {what}", ours, seconds, "s", solver, note=note))
    return rows


def cell_edit() -> list[BenchmarkRow]:
    """False positives down by a third, on Spambase's first reference split."""
    parts = next(parts_of(subject_of("spambase")))
    scaler = StandardScaler().fit(np.log1p(parts.train.X))
    train, holdout, test = (
        scaler.transform(np.log1p(part.X)) for part in (parts.train, parts.holdout, parts.test)
    )
    codes = parts.train.codes
    rows = fits("Spambase, 1,840 x 57", train, codes, ("lbfgs", "newton-cholesky"))
    peer = LogisticRegression(max_iter=1000)
    one_fit = best_seconds(partial(peer.fit, train, codes))
    model = SteerableLogisticRegression().fit(train, codes)
    before = model.steer_toward(holdout, parts.holdout.codes, Want("fp >= 0").bind([0, 1]))[0]
    want = Want(f"fp <= {int(before.matrix[0, 1] * 2 / 3)}").bind([0, 1])
    edit = partial(model.steer_toward, holdout, parts.holdout.codes, want)
    seconds = best_seconds(edit)
    after = edit()[-1]
    kept = [
        float(np.mean(some.predict(test) == parts.test.codes))
        for some in (model, after.model)
        if isinstance(some, SteerableLogisticRegression)
    ]
    note = (
        f"{seconds / one_fit:.1f} fits' worth, 10 asked; {want} from {before.matrix[0, 1]}: "
        f"now {after.matrix[0, 1]}, false negatives {before.matrix[1, 0]} to {after.matrix[1, 0]}, "
        f"test accuracy {kept[0]:.3f} to {kept[1]:.3f}"
    )
    rows.append(
        BenchmarkRow("one cell edit on Spambase", seconds, one_fit, "s", "one fit", note=note)
    )
    return rows
