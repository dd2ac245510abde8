from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix
from sklearn.naive_bayes import MultinomialNB
from tests.errors import raises

from steersman.data import Dataset, load
from steersman.errors import Cancelled
from steersman.evaluate import matched_accuracy, nmi
from steersman.session import Session
from steersman.session.clusters.actions import (
    AskCluster,
    AskPlaced,
    FindClusters,
    LabelByClusters,
    MakeCluster,
    MergeClusters,
    NameCluster,
    OpenClusters,
    SaveClusters,
    SplitCluster,
)
from steersman.session.clusters.choice import METHODS, ClusterChoice, ClusterSettings
from steersman.session.clusters.room import ClusterRoom
from steersman.session.data.actions import LoadFile, OpenFile
from steersman.session.datasets.corpus import corpus_of
from steersman.session.history_actions import Open, Redo, Undo
from steersman.session.matrix.actions import OpenMatrix
from steersman.session.question import ChooseCategory, ChooseData, SetState
from steersman.session.storage.project import Origin, project_session
from steersman.tasks import Task

THREE = ClusterSettings(clusters=3, starts=2)


def found_in(session: Session, settings: ClusterSettings = THREE) -> dict:
    session.perform(OpenClusters())
    return session.perform(FindClusters(settings)).values["clusters"]["found"]


def groups_of(session: Session):
    state = session.history.step.state
    return session.rooms[ClusterRoom].groups(session.corpus_of(state), state)


@pytest.fixture
def letters(mail: Dataset) -> Dataset:
    """The same three kinds, in longer documents over thirty words."""
    rng = np.random.default_rng(2)
    rates = np.full((3, 30), 0.3)
    for kind in range(3):
        rates[kind, 10 * kind : 10 * kind + 10] = 1.5
    places = np.searchsorted(mail.classes, mail.y)
    words = tuple(f"word{number}" for number in range(30))
    return replace(mail, X=csr_matrix(rng.poisson(rates[places])), feature_names=words)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_finds_the_three_kinds_of_letters(letters: Dataset, method: str) -> None:
    session = Session(letters)
    found = found_in(session, replace(THREE, method=method))
    labels = groups_of(session).labels
    assert matched_accuracy(letters.y, labels) > 0.95
    assert [each["size"] for each in found["clusters"]] == np.bincount(labels).tolist()
    assert sorted(np.bincount(labels), reverse=True) == np.bincount(labels).tolist()
    rises = np.diff(found["history"])
    assert method == "stochastic" or (rises >= -1e-7 * np.abs(found["history"][1:])).all()
    json.dumps(session.perform(Open()).values, allow_nan=False, default=dict)


def test_typical_words_are_the_most_frequent_of_the_cluster(mail: Dataset) -> None:
    session = Session(mail)
    found = found_in(session)
    labels = groups_of(session).labels
    for cluster in found["clusters"]:
        counts = np.asarray(mail.X[labels == cluster["number"]].sum(axis=0)).ravel()
        best = mail.feature_names[int(counts.argmax())]
        assert cluster["typical"][0]["word"] == best
        assert np.isclose(cluster["typical"][0]["share"], counts.max() / counts.sum())
    kinds = [{"fit", "matrix"}, {"plot", "http", "route"}, {"color", "table", "graph"}]
    told = [{each["word"] for each in c["distinguishing"][:2]} for c in found["clusters"]]
    assert all(any(words <= kind for kind in kinds) for words in told)


def test_the_heat_map_is_the_contingency_table_in_the_order_of_the_matching(mail: Dataset) -> None:
    session = Session(mail)
    comparison = found_in(session)["comparison"]
    labels = groups_of(session).labels
    for row, number in enumerate(comparison["clusters"]):
        for column, category in enumerate(comparison["categories"]):
            expected = int(((labels == number) & (mail.y == category)).sum())
            assert comparison["table"][row][column] == expected
    diagonal = sum(comparison["table"][place][place] for place in range(3))
    figures = {figure["name"]: figure for figure in comparison["figures"]}
    assert np.isclose(figures["matched accuracy"]["value"], diagonal / 480)
    assert np.isclose(figures["NMI"]["value"], nmi(mail.y, labels))
    assert all(f["low"] <= f["value"] <= f["high"] for f in comparison["figures"])


@pytest.mark.parametrize("method", ["k-means", "em"])
def test_the_words_of_a_document_add_up_to_its_lead(mail: Dataset, method: str) -> None:
    session = Session(mail)
    found_in(session, replace(THREE, method=method))
    for row in (0, 7, 31):
        placed = session.perform(AskPlaced(row)).values
        pushes = sum(word["push"] for word in placed["words"]) + placed["rest"] + placed["start"]
        assert np.isclose(pushes, placed["lead"])
        assert placed["lead"] >= 0
        assert "".join(piece for piece, _ in placed["pieces"]) == mail.text[row]
        marked = {piece for piece, push in placed["pieces"] if push is not None}
        assert marked == {word["word"] for word in placed["words"]}


def test_typical_documents_are_central_and_borderline_ones_nearly_elsewhere(mail: Dataset) -> None:
    session = Session(mail)
    found_in(session, replace(THREE, method="em"))
    answer = session.perform(AskCluster(0)).values
    groups = groups_of(session)
    inside = groups.labels == 0
    cosines = [line["cosine"] for line in answer["typical"]]
    leads = [line["lead"] for line in answer["borderline"]]
    assert cosines == sorted(cosines, reverse=True)
    assert np.isclose(cosines[0], groups.typicality[inside].max())
    assert leads == sorted(leads)
    assert np.isclose(leads[0], groups.leads[inside].min())
    assert all(line["rival"] in ("cluster 2", "cluster 3") for line in answer["borderline"])
    with raises("unknown-cluster", cluster=8):
        session.perform(AskCluster(8))


def test_kept_labels_stay_and_do_not_count_in_the_figures(mail: Dataset) -> None:
    session = Session(mail)
    found = found_in(session, replace(THREE, method="em", kept=0.25))
    groups = groups_of(session)
    known = groups.clustering.known >= 0
    names = np.array([cluster["name"] for cluster in found["clusters"]])
    assert sorted(names) == sorted(mail.classes)
    assert (names[groups.labels[known]] == mail.y[known]).all()
    assert found["comparison"]["used"] == known.sum() == 120
    assert found["comparison"]["rows"] == 480 - 120


def test_with_all_but_a_few_labels_kept_the_mixture_is_nearly_naive_bayes(mail: Dataset) -> None:
    session = Session(mail)
    found_in(session, replace(THREE, method="hard", kept=0.9, alpha=1.0))
    clustering = groups_of(session).clustering
    placed = np.array([mail.classes[each] for each in clustering.category])[clustering.labels]
    bayes = MultinomialNB().fit(mail.X, placed)
    order = [list(bayes.classes_).index(mail.classes[each]) for each in clustering.category]
    np.testing.assert_allclose(clustering.table.T, bayes.feature_log_prob_[order])


def test_every_round_is_shown_and_a_cancelled_search_leaves_what_was_there(mail: Dataset) -> None:
    session = Session(mail)
    found_in(session)
    before = session.perform(Open()).values["clusters"]
    news: list[dict] = []
    task = Task(
        news=lambda about, values: news.append({"about": about, **values}),
        cancelled=lambda: len(news) >= 3,
    )
    with pytest.raises(Cancelled):
        session.perform(FindClusters(replace(THREE, method="stochastic")), task)
    assert [each["round"] for each in news] == [1, 2, 3]
    assert {each["about"] for each in news} == {"clusters"}
    assert session.perform(Open()).values["clusters"] == before


def test_a_map_that_is_not_wanted_leaves_the_room_closed(mail: Dataset) -> None:
    session = Session(mail)
    told: list[str] = []
    task = Task(progress=lambda task, _: told.append(task), cancelled=lambda: len(told) > 5)
    with pytest.raises(Cancelled):
        session.perform(OpenClusters(), task)
    assert len(set(told)) == 1
    assert session.history.step.state.choice(ClusterChoice) is None
    assert "clusters" not in session.perform(Open()).values


def test_names_and_mergers_are_undone_one_by_one(mail: Dataset) -> None:
    session = Session(mail)
    found = found_in(session)
    session.perform(NameCluster(1, "  the  web "))
    merged = session.perform(MergeClusters(2, 1)).values["clusters"]["found"]["clusters"]
    assert [each["number"] for each in merged] == [0, 1]
    assert merged[1]["name"] == "the web"
    assert merged[1]["clusters"] == 2
    assert merged[1]["size"] == found["clusters"][1]["size"] + found["clusters"][2]["size"]
    with raises("unknown-cluster", cluster=2):
        session.perform(NameCluster(2, "gone"))
    with raises("cluster-name-taken", name="the web"):
        session.perform(NameCluster(0, "the web"))
    undone = session.perform(Undo()).values["clusters"]["found"]["clusters"]
    assert [each["name"] for each in undone] == ["cluster 1", "the web", "cluster 3"]
    session.perform(Undo())
    again = session.perform(Open()).values["clusters"]["found"]
    assert again["clusters"] == found["clusters"]
    session.perform(Redo())
    assert session.perform(Redo()).values["clusters"]["found"]["clusters"] == merged


def test_merged_clusters_have_the_sum_of_their_words(mail: Dataset) -> None:
    session = Session(mail)
    found_in(session, replace(THREE, method="em"))
    apart = groups_of(session)
    session.perform(MergeClusters(0, 2))
    together = groups_of(session)
    np.testing.assert_allclose(together.term_counts[0], apart.term_counts[[0, 2]].sum(axis=0))
    np.testing.assert_allclose(
        np.exp(together.scores[:, 0]), np.exp(apart.scores[:, [0, 2]]).sum(axis=1)
    )


@pytest.mark.parametrize("method", ["k-means", "em"])
def test_a_selection_becomes_a_cluster_that_can_be_merged_and_undone(
    mail: Dataset, method: str
) -> None:
    session = Session(mail)
    before = found_in(session, replace(THREE, method=method))["clusters"]
    labels = groups_of(session).labels
    chosen = [*np.flatnonzero(labels == 0)[:10].tolist(), *np.flatnonzero(labels == 1).tolist()]
    made = session.perform(MakeCluster(tuple(chosen))).values["clusters"]["found"]["clusters"]
    assert [each["number"] for each in made] == [0, 2, 3], "cluster 1 lost all its rows"
    assert [each["size"] for each in made] == [
        before[0]["size"] - 10,
        before[2]["size"],
        len(chosen),
    ]
    placed = session.perform(AskPlaced(chosen[0])).values
    assert placed["cluster"] == 3
    assert placed["by_hand"]
    lines = session.perform(AskCluster(3)).values
    assert (len(lines["typical"]) > 0, lines["borderline"]) == (True, [])
    merged = session.perform(MergeClusters(0, 3)).values["clusters"]["found"]["clusters"]
    assert [each["number"] for each in merged] == [0, 2]
    session.perform(Undo())
    assert session.perform(Undo()).values["clusters"]["found"]["clusters"] == before


def test_a_cluster_is_split_into_the_kinds_it_holds(letters: Dataset) -> None:
    session = Session(letters)
    found_in(session)
    kinds = groups_of(session).labels
    session.perform(MergeClusters(0, 1))
    session.perform(SplitCluster(0))
    groups = groups_of(session)
    assert groups.numbers == (0, 2, 3)
    assert matched_accuracy(kinds, groups.labels) > 0.95


@pytest.mark.parametrize("rows", [(), (480,), (-1, 3), tuple(range(480))])
def test_a_selection_that_makes_no_cluster_is_refused(mail: Dataset, rows: tuple) -> None:
    session = Session(mail)
    found_in(session)
    with raises("bad-selection", rows=480):
        session.perform(MakeCluster(rows))


def test_a_cluster_of_one_row_is_not_split(mail: Dataset) -> None:
    session = Session(mail)
    found_in(session)
    session.perform(MakeCluster((7,)))
    with raises("cluster-too-small", rows=1):
        session.perform(SplitCluster(3))


def labeled_session(mail: Dataset) -> Session:
    session = Session(mail)
    found_in(session)
    for number, name in enumerate(["sums", "pages", "figures"]):
        session.perform(NameCluster(number, name))
    session.perform(LabelByClusters("my mail"))
    return session


def test_clusters_become_the_labels_of_a_data_set_that_the_other_rooms_open(mail: Dataset) -> None:
    session = labeled_session(mail)
    made = session.library.corpora["my mail"].dataset
    assert made.classes == ("figures", "pages", "sums")
    assert made.text == mail.text
    assert (made.X != mail.X).nnz == 0
    view = session.perform(Open()).values
    assert view["state"]["dataset"] == "my mail"
    assert "clusters" not in view["state"]
    assert [each["name"] for each in view["datasets"]] == ["small-mail", "my mail"]
    assert view["validation"]["line"]["f1"] > 0.8
    matrix = session.perform(OpenMatrix(all_classes=True)).values["matrix"]
    assert matrix["classes"] == ["figures", "pages", "sums"]
    assert matrix["shown"]["accuracy"] > 0.8
    session.perform(Undo())
    assert session.perform(Undo()).values["state"]["dataset"] == "small-mail"


def test_clusters_become_labels_of_data_that_has_a_class_to_catch(mail: Dataset) -> None:
    session = labeled_session(replace(mail, positive=mail.classes[0]))
    assert session.library.corpora["my mail"].dataset.positive not in mail.classes


def test_what_was_open_in_other_rooms_stays_open_on_the_new_data(
    mail: Dataset, tmp_path: Path
) -> None:
    session, table = Session(mail), tmp_path / "t.csv"
    table.write_text("x,kind\n" + "".join(f"{n},{'ab'[n % 2]}\n" for n in range(30)))
    session.perform(OpenFile(str(table)))
    found_in(session)
    state = session.perform(LabelByClusters("my mail")).values["state"]
    assert state["data"]["path"] == str(table)
    assert "clusters" not in state


def test_entering_the_room_is_no_step_so_other_data_is_undone_at_once(mail: Dataset) -> None:
    session = labeled_session(mail)
    session.perform(ChooseData("small-mail"))
    steps = len(session.history.steps)
    session.perform(OpenClusters())
    assert len(session.history.steps) == steps
    undone = session.perform(Undo()).values
    assert undone["state"]["dataset"] == "my mail"
    session.perform(OpenClusters())
    again = session.perform(Redo()).values  # entering did not take what can be redone
    assert again["state"]["dataset"] == "small-mail"
    assert again["clusters"]["rows"] == mail.n_rows


def test_rows_of_a_table_are_not_called_documents() -> None:
    session = Session(load("wine"))
    room = session.perform(OpenClusters()).values["clusters"]
    assert (room["row_word"], room["term_word"]) == ("row", "value")
    assert not any("document" in str(method) for method in room["methods"])
    with raises("out-of-range", name="clusters", value=500, high=60):
        session.perform(FindClusters(ClusterSettings(500)))


def test_the_same_actions_give_the_same_labels_to_the_last_bit(mail: Dataset) -> None:
    first, second = (labeled_session(mail).library.corpora["my mail"].dataset for _ in range(2))
    assert np.array_equal(first.y, second.y)
    assert first.provenance == second.provenance


def test_a_name_that_is_taken_is_not_given_twice(mail: Dataset) -> None:
    session = labeled_session(mail)
    session.perform(Undo())
    session.perform(LabelByClusters("my mail"))  # the very same labels: it is opened again
    session.perform(ChooseData("my mail"))
    session.perform(OpenClusters())
    suggested = session.perform(FindClusters(THREE)).values["clusters"]["suggested"]
    assert suggested == "my mail clusters"
    with raises("data-set-name-taken", name="small-mail"):
        session.perform(LabelByClusters("small-mail"))


def test_the_cluster_of_every_document_is_a_table_to_take_away(mail: Dataset) -> None:
    session = Session(mail)
    found_in(session)
    session.perform(NameCluster(0, 'first, and "best"'))
    view = session.perform(SaveClusters())
    table = pd.read_csv(BytesIO(view.columns[0].values.tobytes()))
    names = ['first, and "best"', "cluster 2", "cluster 3"]
    assert table["id"].tolist() == list(mail.ids)
    assert table["cluster"].tolist() == [names[each] for each in groups_of(session).labels]
    np.testing.assert_allclose(table["lead"], groups_of(session).leads, rtol=1e-5, atol=1e-9)


def test_a_cluster_that_is_named_like_a_formula_is_none_in_the_table(mail: Dataset) -> None:
    session = Session(mail)
    found_in(session)
    session.perform(NameCluster(0, "=1+1"))
    table = pd.read_csv(BytesIO(session.perform(SaveClusters()).columns[0].values.tobytes()))
    assert set(table["cluster"]) == {"'=1+1", "cluster 2", "cluster 3"}


def test_data_made_of_clusters_is_what_it_is_when_it_is_loaded() -> None:
    session = Session(load("wine"))
    found_in(session)
    session.perform(LabelByClusters("groups of wine"))
    made = session.library.corpora["groups of wine"]
    loaded = corpus_of(made.dataset)
    assert made.categories == loaded.categories == tuple(np.unique(made.dataset.y))
    assert made.feature_names == loaded.feature_names
    assert all(map(np.array_equal, made.present, loaded.present))
    assert all(map(np.array_equal, made.cut.cuts, loaded.cut.cuts))


def test_a_name_stands_in_the_middle_of_the_fullest_square_of_its_cluster(mail: Dataset) -> None:
    session = Session(mail)
    found = found_in(session)["clusters"]
    groups = groups_of(session)
    points = groups.ground.points
    edges = [
        np.linspace(low, high, 17) for low, high in zip(points.min(axis=0), points.max(axis=0))
    ]
    for each in found:
        own = points[groups.labels == each["number"]].astype(float)
        counts, _, _ = np.histogram2d(*own.T, bins=edges)
        squares = [
            own[(np.digitize(own[:, 0], edges[0][1:-1]) == x)
                & (np.digitize(own[:, 1], edges[1][1:-1]) == y)]
            for x, y in np.argwhere(counts == counts.max())
        ]  # fmt: skip
        assert any(np.allclose(each["center"], square.mean(axis=0)) for square in squares)


def test_other_data_under_the_same_name_is_looked_at_anew(mail: Dataset) -> None:
    session = Session(mail)
    found_in(session)
    session.library.add(corpus_of(mail.rows(list(range(200)))), "shorter", "")
    session.perform(ChooseData("small-mail"))
    assert sum(each["size"] for each in found_in(session)["clusters"]) == 200


def test_one_cluster_makes_no_labels(mail: Dataset) -> None:
    session = Session(mail)
    found_in(session, replace(THREE, clusters=2))
    session.perform(MergeClusters(0, 1))
    with raises("class-single"):
        session.perform(LabelByClusters("all of it"))


@pytest.mark.parametrize(
    ("change", "code", "fields"),
    [
        ({"clusters": 1}, "out-of-range", {"name": "clusters", "value": 1}),
        ({"clusters": 61}, "out-of-range", {"name": "clusters", "low": 2, "high": 60}),
        ({"method": "magic"}, "unknown-method", {"method": "magic"}),
        ({"alpha": 0.0}, "bad-smoothing", {"smoothing": 0.0}),
        ({"alpha": float("nan")}, "bad-smoothing", {}),
        ({"starts": 0}, "out-of-range", {"name": "starts", "value": 0}),
        ({"seed": -1}, "out-of-range", {"name": "seed", "value": -1}),
        ({"priors": "equal"}, "unknown-priors", {"priors": "equal"}),
        ({"kept": 0.5}, "method-cannot-keep-labels", {}),
        ({"kept": 1.0, "method": "em"}, "out-of-range", {"name": "kept", "high": 0.9}),
    ],
)
def test_settings_that_cannot_be_are_named(mail: Dataset, change, code, fields) -> None:
    session = Session(mail)
    found_in(session)
    before = session.history
    with raises(code, **fields):
        session.perform(FindClusters(replace(THREE, **change)))
    assert session.history is before


def test_a_link_finds_the_same_clusters_again(mail: Dataset) -> None:
    session = Session(mail)
    found_in(session)
    session.perform(MergeClusters(0, 1))
    shared = session.perform(NameCluster(0, "both")).values
    other = Session(mail)
    reopened = other.perform(SetState(session.history.step.state)).values
    assert reopened["clusters"] == shared["clusters"]
    strange = replace(session.history.step.state.choice(ClusterChoice), groups=(0, 2, 1))
    state = session.history.step.state.with_choice(strange)
    assert other.perform(SetState(state)).values["state"]["clusters"]["groups"] == ()


def test_clusters_stay_while_other_rooms_are_used(mail: Dataset) -> None:
    session = Session(mail)
    found = found_in(session)
    view = session.perform(ChooseCategory("web"))
    assert view.values["clusters"]["found"] == found
    names = {column.name: column.values for column in view.columns}
    assert names["map.xy"].shape == (480, 2)
    assert names["map.cluster"].tolist() == groups_of(session).labels.tolist()


def test_numbers_and_several_labels_are_clustered_too(mail: Dataset) -> None:
    rng = np.random.default_rng(0)
    member = np.column_stack([mail.y == name for name in mail.classes])
    member[:40, 0] = True
    several = replace(mail, y=member, X=csr_matrix(mail.X))
    comparison = found_in(Session(several))["comparison"]
    assert comparison["several"] == int((member.sum(axis=1) != 1).sum())
    table = replace(
        mail,
        X=rng.normal(size=(480, 3)) + 3 * member[:, :3],
        feature_names=("age", "salt", "sleep"),
        text=None,
    )
    session = Session(table)
    found = found_in(session)
    assert "≤" in json.dumps(found["clusters"], ensure_ascii=False)
    assert session.perform(AskPlaced(3)).values["pieces"]


def test_text_without_labels_is_clustered_and_then_steered(mail: Dataset) -> None:
    unlabeled = replace(mail, y=np.full(480, "unlabeled"), classes=("unlabeled",))
    session = Session(unlabeled)
    assert found_in(session)["comparison"] is None
    assert session.perform(AskPlaced(0)).values["labels"] == []
    with raises("no-labels"):
        session.perform(OpenMatrix())
    with raises("no-labels"):
        session.perform(FindClusters(replace(THREE, method="em", kept=0.1)))
    session.perform(LabelByClusters("found"))
    assert session.perform(OpenMatrix()).values["matrix"]["shown"]["accuracy"] > 0.8


def test_nothing_is_answered_before_clusters_were_found(mail: Dataset) -> None:
    session = Session(mail)
    for action in (NameCluster(0, "x"), AskCluster(0)):
        with raises("room-closed", room="clusters"):
            session.perform(action)
    session.perform(OpenClusters())
    with raises("no-clusters"):
        session.perform(LabelByClusters("x"))


def test_a_file_of_text_without_a_label_is_loaded_and_clustered(
    mail: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    notes = [f"this note is about {text} and nothing else" for text in mail.text]
    path = tmp_path / "notes.csv"
    path.write_text("\n".join(["note", *notes]))
    session = Session(mail)
    session.perform(OpenFile(str(path)))
    state = session.perform(LoadFile()).values["state"]
    assert not session.library.corpora[state["dataset"]].dataset.is_labeled
    assert len(found_in(session)["clusters"]) == 3


def test_a_project_comes_back_with_its_clusters_and_the_data_made_of_them(
    mail: Dataset, tmp_path: Path
) -> None:
    path = tmp_path / "work.steer"
    session = project_session(path, Origin(mail))
    found_in(session)
    session.perform(MergeClusters(0, 2))
    session.perform(MakeCluster((1, 5, 8)))
    session.perform(LabelByClusters("three kinds"))
    left = session.perform(OpenMatrix()).values
    session.log.store.close()
    again = project_session(path, Origin(mail))
    back = again.perform(Open()).values
    assert back["state"] == left["state"]
    assert back["matrix"] == left["matrix"]
    assert again.perform(Undo()).values["clusters"]["found"]["clusters"][0]["clusters"] == 2
    again.log.store.close()
