"""The reproduction of the likelihood spaces: settings, report, pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from steersman.learn.likelihood import LikelihoodSpaceClassifier
from steersman.maths.confusion import binary_counts
from steersman.maths.likelihood import presence_of
from steersman_benchmarks.likelihood_spaces.pictures import write_planes
from steersman_benchmarks.likelihood_spaces.report import (
    LikelihoodStudy,
    MatrixStudy,
    PaperPair,
    Vocabulary,
    report,
)
from steersman_benchmarks.likelihood_spaces.reproduction import figure_panels
from steersman_benchmarks.likelihood_spaces.states import (
    FigureSetting,
    FoldedCollection,
    counts_found,
    figure_settings,
    overfitted_setting,
    scores_inside,
    setting_measures,
    smoothed_setting,
)


@pytest.fixture(scope="module")
def collection() -> FoldedCollection:
    rng = np.random.default_rng(0)
    positive = rng.random(300) < 0.2
    chance = np.where(positive[:, None], 0.3, 0.15) * np.linspace(0.2, 1.5, 60)
    return FoldedCollection.deal(presence_of(csr_matrix(rng.random((300, 60)) < chance)), positive)


def test_what_is_found_equals_the_classifier_with_the_prior_in_its_line(
    collection: FoldedCollection,
) -> None:
    setting = FigureSetting(8, "rotated", 0.3, 4.0, 1.2, 5.0, "here")
    held = collection.folds == 2
    ones = np.ones(len(collection.present.indices))
    X = csr_matrix((ones, collection.present.indices, collection.present.indptr), shape=(300, 60))
    prior = collection.positive[~held].mean()
    model = LikelihoodSpaceClassifier(
        alpha=0.3, beta=4.0, slope=1.2, intercept=5.0 + 1.2 * np.log(prior) - np.log1p(-prior)
    ).fit(X[~held], collection.positive[~held])
    training, validation = counts_found(collection, 2, setting)
    assert training == binary_counts(collection.positive[~held], model.predict(X[~held]))
    assert validation == binary_counts(collection.positive[held], model.predict(X[held]))


def test_settings_are_chosen_without_the_validation_labels(collection: FoldedCollection) -> None:
    turned = np.where(collection.folds == 0, ~collection.positive, collection.positive)
    other = FoldedCollection(collection.present, turned, collection.folds)
    wanted = figure_settings(collection, scores_inside(collection))
    assert figure_settings(other, scores_inside(other)) == wanted
    assert overfitted_setting(other, 20) == overfitted_setting(collection, 20)


def test_the_overfitted_state_is_best_in_training(collection: FoldedCollection) -> None:
    inside = scores_inside(collection)
    states = [
        setting_measures(collection, setting) for setting in figure_settings(collection, inside)
    ]
    assert [state.setting.figure for state in states] == [6, 7, 8, 9, 10]
    assert max(states, key=lambda state: state.training.f1).setting.figure == 10


def test_the_report_holds_every_figure_and_names_its_pictures(
    collection: FoldedCollection, tmp_path: Path
) -> None:
    inside = scores_inside(collection)
    states = [
        setting_measures(collection, setting) for setting in figure_settings(collection, inside)
    ]
    by_beta = {
        beta: setting_measures(collection, smoothed_setting(inside, (beta,)))
        for beta in (1.0, 100.0)
    }
    fewer = {
        20: setting_measures(collection, overfitted_setting(collection, 20), 20),
        60: states[4],
    }
    by_features = {20: states[1].training, 60: states[1].training}
    study = LikelihoodStudy(
        documents=PaperPair(6494, 6490),
        table_1={"corn": PaperPair(182, 181)},
        vocabulary=Vocabulary(
            PaperPair(100, 90), PaperPair(1000, 950), 80, 0.875, {"u.s.": PaperPair(70, 0)}
        ),
        matrices=[MatrixStudy("author", states, by_features, by_beta, fewer)],
    )
    text = report(study)
    assert "| corn | 182 | 181 |" in text
    assert "-10.0%" in text
    assert "| u.s. | 70 | 0 |" in text
    assert study.said[10].startswith("training F1 0.956")
    for state in (*states, *by_beta.values(), *fewer.values()):
        assert f"{state.validation.f1:.3f}" in text
        assert f"(figure-{state.setting.figure:02d}-author.png)" in text
    picture = tmp_path / "figure.png"
    write_planes(picture, *figure_panels(collection, states[2]))
    assert picture.read_bytes().startswith(b"\x89PNG")
