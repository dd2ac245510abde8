"""Martingale programs: growing, freezing, judging and steering."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.datasets import load_iris, make_classification, make_moons
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from tests.errors import raises

from steersman import AdaptiveMartingaleBoostClassifier, MartingaleBoostClassifier, Want, steer
from steersman.errors import Cancelled
from steersman.learn.martingale import learners as martingale_learners
from steersman.maths.martingale import freezing_threshold, n_states, winner
from steersman.tasks import Task


def noisy_rows(rows: int = 300, seed: int = 0, classes: int = 2) -> tuple[np.ndarray, np.ndarray]:
    return make_classification(
        rows, 8, n_informative=5, n_classes=classes, flip_y=0.15, class_sep=0.8, random_state=seed
    )


def original(levels: int = 7, **settings: object) -> MartingaleBoostClassifier:
    """The algorithm as first published: votes of nodes on rows they have seen, nothing frozen."""
    return MartingaleBoostClassifier(
        n_levels=levels,
        freeze=False,
        routing="resubstitution",
        draw_to_root=False,
        features="linear",
        random_state=0,
        **settings,
    )


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("freeze", [False, True])
@pytest.mark.parametrize("holdout", [None, 1 / 3])
def test_the_rates_of_the_path_weights_equal_the_matrix_counted(
    classes: int, freeze: bool, holdout: float | None
) -> None:
    X, y = noisy_rows(classes=classes)
    model = MartingaleBoostClassifier(
        n_levels=6, freeze=freeze, holdout=holdout, features="linear", random_state=0
    ).fit(X, y)
    counted = model.matrix_ / model.matrix_.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(model.graph_.rates(), counted, atol=1e-12)


def test_equal_votes_go_to_the_first_class_as_published() -> None:
    X, y = noisy_rows()
    model = original(levels=4).set_params(ties="first").fit(X, y)
    for node in model.program_[4]:
        assert node.label == winner(node.votes) == int(node.votes[1] > 2)


def test_equal_votes_go_to_the_class_with_more_of_its_training_rows_there() -> None:
    X, y = noisy_rows()
    model = original(levels=4).fit(X, y)
    totals = np.bincount(y)
    for node in model.program_[4]:
        shares = np.array(node.rows) / totals
        tied = node.votes[0] == node.votes[1]
        assert node.label == (int(shares[1] > shares[0]) if tied else winner(node.votes))
    assert any(node.votes == (2, 2) and node.label == 1 for node in model.program_[4])


def test_one_level_is_the_node_learner_alone() -> None:
    X, y = noisy_rows()
    tree = DecisionTreeClassifier(max_depth=3, random_state=0)
    model = MartingaleBoostClassifier(tree, 1, random_state=0).fit(X, y)
    seed = model.graph_.decisions[0].estimator.random_state  # type: ignore[union-attr]
    weights = len(y) / (2 * np.bincount(y)[y])
    alone = clone(tree).set_params(random_state=seed).fit(X, y, sample_weight=weights)
    np.testing.assert_array_equal(model.predict(X), alone.predict(X))


def test_resubstitution_carries_rows_by_the_votes_that_predict_gives() -> None:
    X, y = noisy_rows()
    model = original().fit(X, y)
    ends = model.graph_.terminal_nodes(model._columns(X))
    for number, node in enumerate(model.graph_.nodes):
        if node.label >= 0:
            assert tuple(np.bincount(y[ends == number], minlength=2)) == node.rows


def test_honest_routing_is_nearer_to_the_truth_than_resubstitution() -> None:
    """Wide noisy rows: what the training rows are told of the model must not be flattery."""
    X, y = make_classification(
        240, 40, n_informative=4, n_redundant=0, flip_y=0.2, class_sep=0.6, random_state=1
    )
    X_test, y_test = X[120:], y[120:]
    flattered = original(5).fit(X[:120], y[:120])
    honest = MartingaleBoostClassifier(n_levels=5, features="linear", random_state=0)
    honest.fit(X[:120], y[:120])
    told = [np.trace(model.matrix_) / model.matrix_.sum() for model in (flattered, honest)]
    true = [model.score(X_test, y_test) for model in (flattered, honest)]
    assert abs(told[1] - true[1]) < abs(told[0] - true[0])
    assert told[0] - true[0] > 0.1


def test_frozen_nodes_are_pure_empty_rare_or_weak_as_they_say() -> None:
    X, y = noisy_rows(600)
    eps = 5.0
    model = MartingaleBoostClassifier(n_levels=9, freeze=eps, random_state=0).fit(X, y)
    totals = np.bincount(y)
    limit = freezing_threshold(eps, 9)
    seen = set()
    for node in model.graph_.nodes:
        rows = np.array(node.rows)
        if node.frozen == "empty":
            assert rows.sum() == 0
        elif node.frozen == "pure":
            assert np.count_nonzero(rows) == 1
        elif node.frozen == "rare":
            assert (rows / totals).min() < limit
        elif node.label < 0:
            assert (rows / totals).min() >= limit
        if node.frozen not in ("", "empty"):
            assert node.label == int(np.argmax(rows))
        seen.add(node.frozen)
    assert "rare" in seen
    frozen = model.frozen_
    assert frozen["fitted"] + frozen["saved"] == n_states(9, 2)
    assert frozen["fitted"] == len(model.graph_.deciding)


def test_nothing_is_frozen_when_freezing_is_off() -> None:
    X, y = noisy_rows()
    model = original().fit(X, y)
    assert set(model.graph_.frozen_counts()) == {"pure", "empty", "rare", "weak"}
    assert sum(model.graph_.frozen_counts().values()) == model.graph_.frozen_counts()["empty"]


def test_a_path_ends_where_predict_says_and_counts_its_votes() -> None:
    X, y = load_iris(return_X_y=True)
    names = np.array(["setosa", "versicolor", "virginica"])[y]
    model = MartingaleBoostClassifier(n_levels=5, random_state=0).fit(X, names)
    for row in (0, 60, 120):
        steps = model.path(X[row])
        assert steps[-1]["label"] == model.predict(X[[row]])[0]
        votes = [step["voted"] for step in steps[:-1]]
        counted = [votes.count(name) for name in model.classes_]
        assert counted == steps[-1]["votes"]


def test_local_matrices_flow_into_the_next_level() -> None:
    X, y = noisy_rows(classes=3)
    model = MartingaleBoostClassifier(n_levels=6, features="linear", random_state=0).fit(X, y)
    arriving = np.zeros((len(model.graph_.nodes), 3), dtype=int)
    for node in model.graph_.nodes:
        for edge, child in enumerate(node.children):
            arriving[child] += node.matrix[:, edge]
    for number, node in enumerate(model.graph_.nodes):
        if number:
            np.testing.assert_array_equal(node.matrix.sum(axis=1), arriving[number])
    assert model.graph_.nodes[0].matrix.sum() == len(y)


@pytest.mark.parametrize("learner", [SVC(kernel="rbf"), DecisionTreeClassifier(max_depth=2)])
def test_any_classifier_that_takes_weights_can_be_the_node_learner(learner: object) -> None:
    X, y = make_moons(200, noise=0.25, random_state=0)
    model = MartingaleBoostClassifier(learner, 5, random_state=0).fit(X, y)
    assert model.score(X, y) > 0.85


def test_a_learner_without_weights_is_refused_in_a_sentence() -> None:
    X, y = noisy_rows()
    with raises("learner-without-weights", learner="KNeighborsClassifier"):
        MartingaleBoostClassifier(KNeighborsClassifier()).fit(X, y)


@pytest.mark.parametrize(
    ("name", "value"),
    [("n_levels", 0), ("granularity", "leaf"), ("routing", "guess"), ("features", "cubic")],
)
def test_a_bad_setting_is_named(name: str, value: object) -> None:
    X, y = noisy_rows(60)
    with raises("bad-setting", name=name, value=value):
        MartingaleBoostClassifier(**{name: value}).fit(X, y)


def test_one_class_is_refused_and_an_unknown_class_in_the_holdout_too() -> None:
    X, y = noisy_rows(60)
    with raises("class-single", name=0.0):
        MartingaleBoostClassifier().fit(X, np.zeros(60))
    model = MartingaleBoostClassifier(n_levels=3, random_state=0).fit(X, y)
    want = Want("fp <= 5").resolve(model.classes_)
    with raises("unknown-labels", labels=[2]):
        model.steer_toward(X, y + 1, want)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_columns_of_any_scale_and_constant_columns_do_no_harm(scale: float) -> None:
    X, y = make_moons(200, noise=0.2, random_state=0)
    X = np.column_stack([X * scale, np.full(200, 7.0)])
    model = MartingaleBoostClassifier(n_levels=5, random_state=0).fit(X, y)
    assert model.score(X, y) > 0.9


def test_separable_rows_are_learned_without_end_or_error() -> None:
    X = np.linspace(-1, 1, 80)[:, None]
    y = (X[:, 0] > 0).astype(int)
    model = MartingaleBoostClassifier(random_state=0).fit(X, y)
    assert model.score(X, y) >= 0.97


@pytest.mark.parametrize("kind", [MartingaleBoostClassifier, AdaptiveMartingaleBoostClassifier])
def test_the_same_seed_gives_the_same_bits(kind: type) -> None:
    X, y = noisy_rows()
    first, again = (kind(n_levels=5, random_state=3).fit(X, y) for _ in range(2))
    np.testing.assert_array_equal(first.predict_proba(X), again.predict_proba(X))


def test_threads_change_nothing() -> None:
    X, y = noisy_rows()
    alone, two = (
        MartingaleBoostClassifier(n_levels=6, random_state=0, n_jobs=jobs).fit(X, y)
        for jobs in (1, 2)
    )
    np.testing.assert_array_equal(alone.predict_proba(X), two.predict_proba(X))


@pytest.mark.parametrize("granularity", ["root", "all", "select"])
@pytest.mark.parametrize("want", ["fpr <= 5%", "fn <= 3"])
def test_steering_meets_the_want_and_never_ends_further_away(granularity: str, want: str) -> None:
    X, y = noisy_rows(600)
    train, held = slice(0, 300), slice(300, 600)
    model = MartingaleBoostClassifier(n_levels=7, granularity=granularity, random_state=0)
    model.fit(X[train], y[train])
    bound = Want(want).resolve(model.classes_)
    visited = model.steer_toward(X[held], y[held], bound)
    best = min(visited, key=lambda seen: (seen.gap, seen.objective))
    assert best.gap == 0.0 < visited[0].gap
    for seen in (visited[0], best, visited[-1]):
        predicted = seen.model.predict(X[held])
        counted = [[int(np.sum((y[held] == i) & (predicted == j))) for j in (0, 1)] for i in (0, 1)]
        np.testing.assert_array_equal(seen.matrix, counted)
    if granularity == "root":
        assert all("root" in seen.knobs for seen in visited)


def test_finer_granularity_does_no_more_damage() -> None:
    X, y = noisy_rows(600)
    found = {}
    for granularity in ("root", "select", "all"):
        model = MartingaleBoostClassifier(
            n_levels=5, granularity=granularity, features="linear", random_state=0
        )
        model.fit(X[:300], y[:300])
        bound = Want("fpr <= 5%").resolve(model.classes_)
        visited = model.steer_toward(X[300:], y[300:], bound)
        found[granularity] = min((seen.gap, seen.objective) for seen in visited)
    assert found["all"] <= found["root"]
    assert found["select"] <= found["root"]


def test_a_want_that_holds_leaves_the_program_as_it_was() -> None:
    X, y = noisy_rows()
    model = MartingaleBoostClassifier(n_levels=5, random_state=0).fit(X, y)
    steering = steer(model, X, y, "fpr <= 100%", objective="keep")
    assert steering.met
    assert steering.model is model


def test_steering_several_classes() -> None:
    X, y = noisy_rows(600, classes=3)
    model = MartingaleBoostClassifier(n_levels=5, features="linear", random_state=0)
    model.fit(X[:300], y[:300])
    steering = steer(model, X[300:], y[300:], "recall(2) >= 90%")
    assert steering.met
    assert steering.after[2, 2] >= 0.9 * steering.after[2].sum()


def test_a_want_at_fitting_is_met_on_the_rows_it_is_judged_by() -> None:
    X, y = noisy_rows(400)
    for holdout in (None, 0.4):
        model = MartingaleBoostClassifier(
            n_levels=5, want="fpr <= 6%", holdout=holdout, random_state=0
        ).fit(X, y)
        assert model.matrix_[0, 1] <= 0.06 * model.matrix_[0].sum()


def test_steering_stops_when_it_is_told_to() -> None:
    X, y = noisy_rows()
    model = MartingaleBoostClassifier(n_levels=5, random_state=0).fit(X, y)
    bound = Want("fpr <= 1%").resolve(model.classes_)
    with pytest.raises(Cancelled):
        model.steer_toward(X, y, bound, task=Task(cancelled=lambda: True))
    assert len(model.steer_toward(X, y, bound, max_iterations=3)) <= 4
    assert len(model.steer_toward(X, y, bound, max_seconds=0.0)) == 1


def test_the_nodes_offered_are_those_under_the_threshold() -> None:
    X, y = noisy_rows(600)
    model = MartingaleBoostClassifier(
        n_levels=6, granularity="select", threshold=0.2, random_state=0
    ).fit(X, y)
    offered = model.offered_nodes()
    short = np.array([node.votes_short(0.2) for node in model.graph_.nodes])
    for number in model.graph_.deciding:
        weakest = np.nanmin(np.append(model.graph_.nodes[number].advantages, np.inf))
        assert (weakest < 0.2) == (short[number] > 0)
    # The neediest of them, as few as lack most of the votes.
    assert short[offered].tolist() == sorted(short, reverse=True)[: len(offered)]
    assert len(offered) == 5 or short[offered].sum() >= 0.8 * short.sum()
    assert short[offered][:-1].sum() < 0.8 * short.sum()
    assert set(offered) < set(model.set_params(granularity="all").offered_nodes())


def test_a_node_can_be_tuned_to_a_want_of_its_own() -> None:
    X, y = noisy_rows(600)
    model = MartingaleBoostClassifier(n_levels=4, granularity="all", random_state=0)
    model.fit(X[:300], y[:300])
    node = model.offered_nodes()[1]
    tuned = model.tuned_node(node, X[300:], y[300:], "fp <= 1")
    assert tuned.graph_.nodes[node].matrix[0, 1] <= 1
    np.testing.assert_array_equal(
        tuned.graph_.nodes[node].matrix.sum(axis=1),
        model.tuned_node(node, X[300:], y[300:], "fp <= 999").graph_.nodes[node].matrix.sum(axis=1),
    )
    with raises("not-deciding", node=10_000):
        model.tuned_node(10_000, X, y, "fp <= 1")


def test_levels_of_the_adaptive_program_step_as_far_as_they_are_good() -> None:
    X, y = make_moons(300, noise=0.2, random_state=0)
    model = AdaptiveMartingaleBoostClassifier(n_levels=4, random_state=0).fit(X, y)
    assert len(model.levels_[0].nodes) == 1
    assert len(model.levels_[1].nodes) > 2
    assert 0.3 < model.advantages_[0] <= 0.5
    noise = np.random.default_rng(0).permutation(y)
    lost = AdaptiveMartingaleBoostClassifier(n_levels=4, random_state=0).fit(X, noise)
    assert abs(lost.advantages_[0]) < 0.1


def test_the_adaptive_program_takes_several_classes() -> None:
    X, y = load_iris(return_X_y=True)
    models = [
        AdaptiveMartingaleBoostClassifier(n_levels=5, random_state=seed).fit(X, y)
        for seed in range(4)
    ]
    assert np.mean([model.score(X, y) for model in models]) > 0.93
    model = models[0]
    np.testing.assert_array_equal(model.predict(X), model.predict_proba(X).argmax(axis=1))


def test_a_resolution_that_is_no_length_is_refused() -> None:
    X, y = noisy_rows(60)
    with raises("bad-setting", name="resolution", value=0):
        AdaptiveMartingaleBoostClassifier(resolution=0).fit(X, y)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("classes", [2, 3])
def test_fewer_rows_than_columns_are_learned_in_their_span_with_the_same_result(
    classes: int, sparse: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(0)
    cells = rng.normal(size=(30, 60)) * (rng.random((30, 60)) < (0.7 if sparse else 1.0))
    X = np.hstack([cells, np.zeros((30, 3)), np.ones((30, 1))])
    codes = rng.integers(0, classes, 30)
    learner = martingale_learners.LogisticLearner(classes)
    monkeypatch.setattr(martingale_learners, "NODE_TOL", 1e-9)
    rows = csr_matrix(X) if sparse else X
    assert martingale_learners.in_span(rows)[0].shape == (30, 31)
    quick, quick_honest = learner.fit_decision(rows, codes, None)
    again, _ = learner.fit_decision(rows, codes, None, quick.weights)
    monkeypatch.setattr(martingale_learners, "in_span", lambda X: (X, None))
    whole, whole_honest = learner.fit_decision(X, codes, None)
    np.testing.assert_allclose(quick.weights, whole.weights, atol=1e-4)
    np.testing.assert_allclose(again.weights, whole.weights, atol=1e-4)
    if not sparse:  # whose honest scores come from folds
        np.testing.assert_allclose(quick_honest, whole_honest, atol=1e-4)


def test_nodes_drawn_to_the_root_minimize_the_penalized_distance_to_it() -> None:
    """The gradient of the loss plus half the penalized squared distance to the root is zero."""
    X, y = noisy_rows(120)
    design = np.hstack([X, np.ones((120, 1))])
    learner = martingale_learners.LogisticLearner(2, penalty=3.0)
    root = learner.fit_decision(design, y, None)[0].weights
    rows = np.arange(40)
    weights = learner.fit_decision(design[rows], y[rows], root)[0].weights
    margins = design[rows] @ (weights[1] - weights[0])
    residuals = 1 / (1 + np.exp(-margins)) - y[rows]
    pull = design[rows].T @ (martingale_learners.balanced_weights(y[rows]) * residuals)
    moved = weights[1] - root[1]
    moved[-1] = 0.0
    np.testing.assert_allclose(pull + 3.0 * moved, 0.0, atol=0.05)


@pytest.mark.parametrize("freeze", [False, True])
def test_a_growing_program_shows_its_levels_as_they_come(freeze: bool) -> None:
    X, y = noisy_rows(classes=3)
    heard: list[tuple[int, tuple]] = []
    model = MartingaleBoostClassifier(n_levels=4, freeze=freeze, random_state=0)
    model.grow(X, y, lambda level, nodes: heard.append((level, nodes)))
    assert [level for level, _ in heard] == [0, 1, 2, 3, 4]
    for level, nodes in heard:
        assert {node.level for node in nodes} <= set(range(level))
        for node, grown in zip(nodes, model.graph_.nodes):
            assert (node.votes, node.rows, node.label) == (grown.votes, grown.rows, grown.label)
            assert node.children == (grown.children if node.level < level - 1 else ())
            if node.matrix.size:
                assert node.matrix.sum(axis=1).tolist() == list(node.rows)
