"""The scores of a model in its report."""

from __future__ import annotations

import re

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC

from steersman.learn.export import Card, card_html, card_markdown, score_report

X, y = load_breast_cancer(return_X_y=True)


def card_of(*reports) -> Card:
    return Card("mine", {}, "fp <= 3", True, "met", (0, 1), {}, scores=reports)


def test_a_card_has_the_figures_of_all_rows_and_their_curves() -> None:
    model = GaussianNB().fit(X[::2], y[::2])
    reports = [
        score_report(model, X[part::2], y[part::2], 1, name)
        for part, name in enumerate(("tuning rows", "final test rows"))
    ]
    page = card_html(card_of(*reports))
    area = roc_auc_score(y[::2], model.predict_proba(X[::2])[:, 1])
    assert f"{area:.3f} (" in card_markdown(card_of(*reports))
    # A curve for each of two kinds of rows in three panels.
    assert len(re.findall("<polyline", page)) == 6
    assert all(page.count(report.rows) >= 2 for report in reports)


def test_a_model_without_probabilities_has_no_calibration_curve() -> None:
    model = LinearSVC().fit(X, y)
    report = score_report(model, X, y, 0, "tuning rows")
    assert report.reliability is None
    called = np.asarray(model.predict(X)) == 0
    assert report.curves.tp[report.now] == (called & (y == 0)).sum()
    assert len(re.findall("<polyline", card_html(card_of(report)))) == 2
