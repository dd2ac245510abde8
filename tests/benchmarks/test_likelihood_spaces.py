"""The reproduction of the likelihood spaces: settings, report, pictures."""

from __future__ import annotations

import builtins
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from steersman.errors import SteersmanError
from steersman.learn.likelihood import LikelihoodSpaceClassifier
from steersman.maths.confusion import binary_counts
from steersman.maths.likelihood import presence_of
from steersman_benchmarks.likelihood_spaces.pictures import need_matplotlib, write_planes
from steersman_benchmarks.likelihood_spaces.report import (
    MatrixStudy,
    Pair,
    Study,
    Vocabulary,
    report,
)
from steersman_benchmarks.likelihood_spaces.reproduction import drawn
from steersman_benchmarks.likelihood_spaces.states import (
    Collection,
    Setting,
    figure_settings,
    found,
    overfitted,
    scores_inside,
    shown,
    smoothed,
)


@pytest.fixture(scope="module")
def collection() -> Collection:
    rng = np.random.default_rng(0)
    positive = rng.random(300) < 0.2
    chance = np.where(positive[:, None], 0.3, 0.15) * np.linspace(0.2, 1.5, 60)
    return Collection.dealt(presence_of(csr_matrix(rng.random((300, 60)) < chance)), positive)


def test_what_is_found_equals_the_classifier_with_the_prior_in_its_line(
    collection: Collection,
) -> None:
    setting = Setting(8, "rotated", 0.3, 4.0, 1.2, 5.0, "here")
    held = collection.folds == 2
    ones = np.ones(len(collection.present.indices))
    X = csr_matrix((ones, collection.present.indices, collection.present.indptr), shape=(300, 60))
    prior = collection.positive[~held].mean()
    model = LikelihoodSpaceClassifier(
        alpha=0.3, beta=4.0, slope=1.2, intercept=5.0 + 1.2 * np.log(prior) - np.log1p(-prior)
    ).fit(X[~held], collection.positive[~held])
    training, validation = found(collection, 2, setting)
    assert training == binary_counts(collection.positive[~held], model.predict(X[~held]))
    assert validation == binary_counts(collection.positive[held], model.predict(X[held]))


def test_settings_are_chosen_without_the_validation_labels(collection: Collection) -> None:
    turned = np.where(collection.folds == 0, ~collection.positive, collection.positive)
    other = Collection(collection.present, turned, collection.folds)
    wanted = figure_settings(collection, scores_inside(collection))
    assert figure_settings(other, scores_inside(other)) == wanted
    assert overfitted(other, 20) == overfitted(collection, 20)


def test_the_overfitted_state_is_best_in_training(collection: Collection) -> None:
    inside = scores_inside(collection)
    states = [shown(collection, setting) for setting in figure_settings(collection, inside)]
    assert [state.setting.figure for state in states] == [6, 7, 8, 9, 10]
    assert max(states, key=lambda state: state.training.f1).setting.figure == 10


def test_the_report_holds_every_figure_and_names_its_pictures(
    collection: Collection, tmp_path: Path
) -> None:
    inside = scores_inside(collection)
    states = [shown(collection, setting) for setting in figure_settings(collection, inside)]
    by_beta = {beta: shown(collection, smoothed(inside, (beta,))) for beta in (1.0, 100.0)}
    fewer = {20: shown(collection, overfitted(collection, 20), 20), 60: states[4]}
    by_features = {20: states[1].training, 60: states[1].training}
    study = Study(
        documents=Pair(6494, 6490),
        table_1={"corn": Pair(182, 181)},
        vocabulary=Vocabulary(Pair(100, 90), Pair(1000, 950), 80, 0.875, {"u.s.": Pair(70, 0)}),
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
    write_planes(picture, *drawn(collection, states[2]))
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real_import = builtins.__import__

    def no_matplotlib(name: str, *args: object, **more: object) -> object:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real_import(name, *args, **more)

    monkeypatch.setattr(builtins, "__import__", no_matplotlib)
    with pytest.raises(SteersmanError, match=r"steersman\[pictures\]"):
        need_matplotlib()
