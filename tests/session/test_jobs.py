"""A session whose long work is done by workers: same results, and nobody waits for it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic
from typing import Any

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from tests.errors import raises

from steersman import load_model
from steersman.data import Dataset, load
from steersman.data.arrow.frames import frame_from_columns
from steersman.errors import Cancelled, SteersmanError
from steersman.learn.catalog import BY_NAME
from steersman.session import Session, results
from steersman.session.actions import Query
from steersman.session.challenge.actions import StartChallenge
from steersman.session.clusters import dataset as clusters_dataset
from steersman.session.clusters import made_clusters
from steersman.session.clusters.actions import (
    FindClusters,
    OpenClusters,
    SaveClusters,
    SplitCluster,
)
from steersman.session.clusters.choice import ClusterSettings
from steersman.session.compare import figure_jobs, fold_jobs
from steersman.session.compare import models as compare_models
from steersman.session.compare.actions import (
    AddModel,
    AskComparison,
    AskPair,
    AskPairs,
    AskScoreCurves,
    ExportComparison,
    OpenCompare,
    RunComparison,
    RunCurves,
    SetComparedView,
    SetCuts,
    SuggestModels,
)
from steersman.session.data.actions import LoadFile, OpenFile, SetRole
from steersman.session.datasets.placeholder import placeholder_dataset
from steersman.session.lab import fits, views
from steersman.session.lab.actions import AskNeighborCurve, ChooseLabModel, OpenLab
from steersman.session.lessons.models import LessonAverage
from steersman.session.lessons.neighbors import LessonNeighbors
from steersman.session.matrix import (
    judged_programs,
    known_scores,
    model_jobs,
    model_views,
    want_search,
    worst_slices,
)
from steersman.session.matrix.actions import (
    AskTraining,
    AskWant,
    CellExamples,
    ChooseModel,
    EditNode,
    ExplainRow,
    ExportCard,
    ExportExamples,
    ExportModel,
    MoveCutoff,
    OpenMatrix,
    OpenTest,
)
from steersman.session.matrix.room import MatrixRoom
from steersman.session.plane.actions import Autotune, MoveKnob
from steersman.session.project.actions import ExportProject
from steersman.session.results import digest
from steersman.session.scores import views as score_views
from steersman.session.scores.actions import AskScores, CalibrateModel
from steersman.session.slices.actions import AskSlices
from steersman.session.storage import result_pieces
from steersman.session.storage.project import Origin, project_session
from steersman.session.storage.store import Store
from steersman.session.use.actions import FeedFile, PutInUse
from steersman.session.why import explanation_jobs, label_file
from steersman.session.why.actions import (
    AskDependence,
    AskImportance,
    ExportLabels,
    FindFlips,
    PickRows,
    TryRow,
    WhyRow,
)
from steersman.tasks import Task
from steersman.workers import JOBS, JobKind, WorkerJob, Workers, brief_jobs
from steersman.workers.pool import Shared

WORK = (
    OpenMatrix(),
    ChooseModel("martingale", levels=2),
    AskWant("fp <= 3"),
    ChooseModel("logistic"),
    AskWant("fp <= 3 and recall >= 80%"),
    # No matrix can do this: the error of the job is an answer.
    AskWant("fp <= 3 and fp >= 5"),
    OpenClusters(),
    FindClusters(ClusterSettings(3)),
    SplitCluster(0),
    Autotune(),
    ChooseModel("multinomial"),
    # It is not met, and a looser one is looked for.
    AskWant("fn <= 0 and fp <= 0"),
    CalibrateModel("sigmoid"),
)
# These change no state: their answers are compared.
QUESTIONS = (
    AskScores(),
    AskImportance(),
    ExportCard(0, "html"),
    RunComparison(),
    RunCurves(),
    LessonAverage(draws=20),
    LessonNeighbors(draws=10),
    AskNeighborCurve(),
    ExportLabels(),
    SaveClusters(),
    AskSlices(),
)


@pytest.fixture
def everything_moves(monkeypatch: pytest.MonkeyPatch, workers: Workers) -> Workers:
    """However small, all work goes to the workers."""
    for module in (model_jobs, worst_slices):
        monkeypatch.setattr(module, "MOST_QUICK_NUMBERS", 0)
    monkeypatch.setattr(model_jobs, "MOST_BRIEF_NUMBERS", -1)
    monkeypatch.setattr(known_scores, "MOST_SCORED", dict.fromkeys(BY_NAME, -1))
    for module in (label_file, clusters_dataset, made_clusters):
        monkeypatch.setattr(module, "QUICK_ROWS", 10)
    return workers


def models_of(session: Session) -> list[Any]:
    return list(session.rooms[MatrixRoom].models.registry(session.state).models)


def test_workers_give_the_same_to_the_bit(
    mail: Dataset, everything_moves: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, here = Session(mail), Session(mail)
    for action in WORK:
        there.perform(action)
    assert everything_moves.finished >= len(WORK) - 2
    monkeypatch.setattr(Shared, "workers", None)
    for action in WORK:
        here.perform(action)
    assert there.state == here.state
    assert [step.label for step in there.history.steps] == [
        step.label for step in here.history.steps
    ]
    pairs = list(zip(models_of(there), models_of(here), strict=True))
    assert all(np.array_equal(one.counts, other.counts) for one, other in pairs)
    assert [one.gap for one, _ in pairs] == [other.gap for _, other in pairs]
    X = mail.X[:50]
    for one, other in pairs:
        assert np.array_equal(one.model.predict(X), other.model.predict(X))


def test_answers_of_workers_are_the_same_to_the_bit(
    mail: Dataset,
    everything_moves: Workers,
    job_names: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fits, "MOST_QUICK_POINTS", 10)
    monkeypatch.setattr(views, "MOST_QUICK_POINTS", 10)
    monkeypatch.setattr(score_views, "QUICK_ROWS", 10)
    found = []
    for workers in (everything_moves, None):
        monkeypatch.setattr(Shared, "workers", workers)
        session, done = Session(mail), everything_moves.finished
        for action in (OpenMatrix(), OpenCompare(), SuggestModels(), OpenLab()):
            session.perform(action)
        session.perform(ChooseLabModel(0, "svm"))
        for action in (OpenClusters(), FindClusters(ClusterSettings(3))):
            session.perform(action)
        answers = [session.perform(each) for each in QUESTIONS]
        found.append([*answers, session.view()])
        assert workers is None or everything_moves.finished - done > len(QUESTIONS)
    assert "score-figures" in job_names
    for one, other in zip(*found, strict=True):
        assert one.values == other.values
        assert [each.name for each in one.columns] == [each.name for each in other.columns]
        pairs = zip(one.columns, other.columns, strict=True)
        assert all(np.array_equal(a.values, b.values, equal_nan=True) for a, b in pairs)


def test_what_a_worker_fitted_is_not_scored_again_in_the_session(
    mail: Dataset, everything_moves: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(mail)

    def refuse(*_arguments: object) -> None:
        raise AssertionError("the session scored rows")

    for method in ("predict", "predict_proba"):
        monkeypatch.setattr(RandomForestClassifier, method, refuse)
    for action in (OpenMatrix(), ChooseModel("forest"), AskWant("fp <= 3"), MoveCutoff(0.4)):
        session.perform(action)
    shown = session.rooms[MatrixRoom].models.current_model(session.state).number
    others = f"not {session.state.category}"
    held_out = session.perform(PickRows("all")).values["rows"][0]["row"]
    for action in (
        CellExamples(others, others),
        PickRows("all"),
        ExplainRow(held_out),
        OpenTest(),
        MoveCutoff(0.3),
        OpenTest(),
        AskScores(),
    ):
        answer = session.perform(action)
    assert answer.values["test"]["rows"] > 0
    report = session.perform(ExportCard(shown, "html"))
    rows = session.perform(ExportExamples(others, others))
    assert b"</html>" in report.columns[0].values.tobytes()
    assert rows.columns[0].values.size > 100


def test_a_model_file_and_a_model_in_use_come_from_workers(everything_moves: Workers) -> None:
    rng = np.random.default_rng(0)
    numbers = rng.normal(size=(200, 3))
    columns: dict[str, object] = {name: numbers[:, place] for place, name in enumerate("abc")}
    columns["kind"] = np.where(numbers[:, 0] + rng.normal(size=200) > 0, "yes", "no")
    session, done = Session(load(frame_from_columns(columns), label="kind")), 0
    for action in (OpenMatrix(), AskWant("fp <= 10"), PutInUse()):
        done = everything_moves.finished
        session.perform(action)
    assert everything_moves.finished == done + 1
    shown = session.rooms[MatrixRoom].models.current_model(session.state).number
    content = session.perform(ExportModel(shown)).columns[0].values.tobytes()
    assert everything_moves.finished == done + 2
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.skops"
        path.write_bytes(content)
        saved = load_model(path)
    new = frame_from_columns({name: numbers[:, place] for place, name in enumerate("abc")})
    assert set(saved.predict(new)) == {"yes", "no"}


@pytest.fixture
def job_names(everything_moves: Workers, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the jobs that workers do."""
    names: list[str] = []
    run = everything_moves.run

    def noted_run(job: WorkerJob, task: Task) -> object:
        names.append(job.name)
        return run(job, task)

    monkeypatch.setattr(everything_moves, "run", noted_run)
    return names


def test_workers_compare_the_models_visited_and_watch_new_ones(
    tmp_path: Path, job_names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(0)
    numbers = rng.normal(size=(240, 3))
    columns: dict[str, object] = {name: numbers[:, place] for place, name in enumerate("abc")}
    columns["kind"] = np.where(numbers[:, 0] + rng.normal(size=240) > 0, "yes", "no")
    table = load(frame_from_columns(columns), label="kind")
    file = tmp_path / "new.csv"
    lines = zip(*(columns[name] for name in ("a", "b", "c", "kind")), strict=True)  # type: ignore[call-overload]
    file.write_text("a,b,c,kind\n" + "".join(",".join(map(str, each)) + "\n" for each in lines))
    actions = (
        OpenMatrix(),
        ChooseModel("martingale", levels=2),
        AskWant("fp <= 2"),
        AskWant("fn <= 2"),
        AskWant("fp <= 6 and fn <= 6"),
        AskWant("recall >= 50%"),
        PutInUse(),
        FeedFile(str(file)),
    )
    found = []
    for workers in (Shared.workers, None):
        monkeypatch.setattr(Shared, "workers", workers)
        session = Session(table)
        for action in actions:
            session.perform(action)
        found.append((session, session.perform(AskTraining()).values))
    (there, training), (here, same) = found
    assert {"begin-ranks", "training-matrices", "watch-file"} <= set(job_names)
    assert there.state == here.state
    assert training == same
    assert there.view().values["use"] == here.view().values["use"]


@pytest.mark.parametrize("model", ["martingale", "adaptive", "adaboost"])
def test_a_worker_judges_programs_on_many_rows(
    patients: Dataset, job_names: list[str], monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    found = []
    for workers, most in ((Shared.workers, 0), (Shared.workers, 10**9), (None, 0)):
        monkeypatch.setattr(judged_programs, "MOST_QUICK_NUMBERS", most)
        monkeypatch.setattr(Shared, "workers", workers)
        session = Session(patients)
        job_names.clear()
        for action in (OpenMatrix(), ChooseModel(model, levels=3), AskWant("fp <= 3")):
            session.perform(action)
        assert ("judge-program" in job_names) == (workers is not None and most == 0)
        job_names.clear()
        # Another cut-off changes nothing at the nodes.
        session.perform(MoveCutoff(0.4))
        assert job_names == []
        found.append(session.view().values["matrix"])
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("model", ["logistic", "plane"])
def test_a_search_on_a_small_table_that_takes_long_is_a_workers(
    patients: Dataset, workers: Workers, monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    names, run_apart, found = list[str](), workers.run_apart, []

    def noted_run(job: WorkerJob, task: Task, nice: int = 0) -> object:
        names.append(job.name)
        return run_apart(job, task, nice)

    monkeypatch.setattr(workers, "run_apart", noted_run)
    for here, seconds in ((workers, 0.0), (workers, 1e9), (None, 0.0)):
        monkeypatch.setattr(Shared, "workers", here)
        monkeypatch.setattr(brief_jobs, "BRIEF_S", seconds)
        monkeypatch.setattr(workers, "brief", brief_jobs.BriefJobs())
        session = Session(patients)
        for action in (OpenMatrix(), ChooseModel(model)):
            session.perform(action)
        names.clear()
        # The second cannot be kept: a looser one is looked for.
        for want in ("fp <= 3", "fp <= 0 and fn <= 0"):
            session.perform(AskWant(want))
        moved = here is not None and seconds == 0.0
        assert {"steer-model", "looser-want"} & set(names) == (
            {"steer-model", "looser-want"} if moved else set()
        )
        outcome = session.rooms[MatrixRoom].models.outcomes[-1]
        matrices = [each.holdout.tolist() for each in models_of(session)]
        found.append((session.state, matrices, outcome.reason, outcome.alternatives.looser))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("want", ["fpr <= 60% for each a", "refer <= 20% and accuracy >= 99%"])
def test_a_worker_compares_models_under_limits_of_single_rows(
    job_names: list[str], monkeypatch: pytest.MonkeyPatch, want: str
) -> None:
    rng = np.random.default_rng(0)
    numbers = rng.normal(size=(240, 3))
    columns: dict[str, object] = {name: numbers[:, place] for place, name in enumerate("abc")}
    columns["kind"] = np.where(numbers[:, 0] + rng.normal(size=240) > 0, "yes", "no")
    table, found = load(frame_from_columns(columns), label="kind"), []
    for workers, most in ((Shared.workers, 0), (None, 0)):
        monkeypatch.setattr(want_search, "MOST_QUICK_BEGINS", most)
        monkeypatch.setattr(Shared, "workers", workers)
        session = Session(table)
        for action in (OpenMatrix(), AskWant("fp <= 2"), AskWant("fn <= 2"), AskWant(want)):
            session.perform(action)
        found.append((session.state, [each.holdout.tolist() for each in models_of(session)]))
    assert "begin-row-ranks" in job_names
    assert found[0] == found[1]


def test_a_worker_counts_the_training_rows_of_many_models(
    mail: Dataset, job_names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for workers, most in ((Shared.workers, 2), (Shared.workers, 20), (None, 20)):
        monkeypatch.setattr(model_views, "MOST_COUNTED_HERE", most)
        monkeypatch.setattr(Shared, "workers", workers)
        session = Session(mail)
        for action in (OpenMatrix(), AskTraining(), *(MoveCutoff(at / 10) for at in (3, 4, 6))):
            session.perform(action)
        job_names.clear()
        found.append(session.perform(AskTraining()).values)
        # All of them share scores that are known.
        assert ("training-matrices" in job_names) == (most == 2)
    assert found[0] == found[1] == found[2]
    assert len(found[0]["accuracies"]) == 4


def test_a_worker_finds_the_nearest_matrix_of_many_classes(
    job_names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    iris, found = load("iris-fisher"), []
    for workers, most in ((Shared.workers, 2), (Shared.workers, 10), (None, 2)):
        monkeypatch.setattr(want_search, "MOST_QUICK_CLASSES", most)
        monkeypatch.setattr(Shared, "workers", workers)
        session = Session(iris)
        for action in (OpenMatrix(all_classes=True), ChooseModel("forest")):
            session.perform(action)
        job_names.clear()
        session.perform(AskWant("recall(versicolor) >= 99% and precision(virginica) >= 99%"))
        found.append(session.rooms[MatrixRoom].models.outcomes[-1])
        assert ("target-matrix" in job_names) == (most == 2 and workers is not None)
    assert all(np.array_equal(each.wanted, found[0].wanted) for each in found)
    assert found[0].bounds == found[1].bounds == found[2].bounds


@pytest.mark.parametrize("most", [0, 10**9])
@pytest.mark.parametrize("model", ["logistic", "forest"])
def test_a_worker_explains_rows_of_large_data_and_of_slow_models(
    patients: Dataset,
    job_names: list[str],
    monkeypatch: pytest.MonkeyPatch,
    model: str,
    most: int,
) -> None:
    monkeypatch.setattr(explanation_jobs, "MOST_QUICK_COMPARED", most)
    found = []
    for workers in (Shared.workers, None):
        monkeypatch.setattr(Shared, "workers", workers)
        session = Session(patients)
        for action in (OpenMatrix(), ChooseModel(model)):
            session.perform(action)
        job_names.clear()
        row = int(session.perform(PickRows("all")).values["rows"][-1]["row"])
        assert job_names == []
        asked: list[Query] = [WhyRow(row), AskDependence(0), TryRow({}, row)]
        asked.append(TryRow({}, row, explained=True))
        answers = [session.perform(each).values for each in (*asked, FindFlips({}, row))]
        moved = len(asked) if most == 0 or model == "forest" else 0
        assert job_names == ["explain-rows"] * (moved + 1 if workers else 0)
        with raises("row-sealed"):
            session.perform(WhyRow(-1))
        found.append(answers)
    assert found[0] == found[1]


def test_workers_measure_and_test_the_models_of_a_comparison(
    mail: Dataset, job_names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = (
        RunComparison(),
        AskScoreCurves(),
        AskPair(),
        SetComparedView("f1_macro"),
        AskPairs(),
        ExportComparison("html"),
        ExportComparison("markdown"),
    )
    measured = {
        "model-figures",
        "compared-scores",
        "permutation-tests",
        "pair-tests",
        "comparison-report",
    }
    found = []
    for workers, most in ((Shared.workers, 0), (Shared.workers, 10**9), (None, 0)):
        monkeypatch.setattr(figure_jobs, "MOST_QUICK_PREDICTIONS", most)
        monkeypatch.setattr(Shared, "workers", workers)
        session = Session(mail)
        for action in (OpenMatrix(), OpenCompare(), SuggestModels(), SetCuts(2)):
            session.perform(action)
        job_names.clear()
        found.append([session.perform(each) for each in asked])
        assert measured & set(job_names) == (measured if workers and most == 0 else set())
        job_names.clear()
        # What is known is not asked for again.
        again = [session.perform(each).values for each in (AskComparison(), AskPair(), AskPairs())]
        assert job_names == []
        assert again[0] == session.perform(RunComparison()).values
    for one, other in zip(found[0], found[1], strict=True):
        assert one.values == other.values
    for one, other in zip(found[0], found[2], strict=True):
        assert one.values == other.values
        pairs = zip(one.columns, other.columns, strict=True)
        assert all(np.array_equal(a.values, b.values) for a, b in pairs)


def test_the_rows_of_a_comparison_are_read_once_for_all_its_jobs(
    mail: Dataset, job_names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    digests: list[object] = []

    def noted_digest(value: object) -> str:
        digests.append(value)
        return digest(value)

    monkeypatch.setattr(compare_models, "digest", noted_digest)
    monkeypatch.setattr(fold_jobs, "JOB_S", 0.0)
    session = Session(mail)
    for action in (OpenCompare(), SuggestModels(), SetCuts(2), RunComparison(), RunCurves()):
        session.perform(action)
    # One fold at a time, and the action is begun again after each.
    assert job_names.count("fit-folds") == 4
    assert len(digests) == 1


def test_a_worker_sets_the_goal_of_a_game(
    mail: Dataset, job_names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Session(mail).perform(StartChallenge()).values["challenge"]
    assert job_names == ["challenge-goal"]
    monkeypatch.setattr(Shared, "workers", None)
    assert Session(mail).perform(StartChallenge()).values["challenge"] == there


def is_held(lock: Any) -> bool:
    """Whether another thread holds a lock."""
    if not lock.acquire(blocking=False):
        return True
    lock.release()
    return False


def test_what_a_project_stores_is_written_while_nobody_waits(
    tmp_path: Path, mail: Dataset, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert workers.finished >= 0
    monkeypatch.setattr(results, "MIN_STORED_S", 0.0)
    monkeypatch.setattr(model_jobs, "MOST_QUICK_NUMBERS", 10**9)
    monkeypatch.setattr(result_pieces, "PIECE_BYTES", 1000)
    live = project_session(tmp_path / "work.steer", Origin(mail))
    held: list[bool] = []
    write = results.stored_archive

    def noted_archive(value: object) -> bytes | None:
        # A lock that another thread cannot take at once is held.
        other = Thread(target=lambda: held.append(is_held(live.lock)))
        other.start()
        other.join()
        return write(value)

    monkeypatch.setattr(results, "stored_archive", noted_archive)
    for action in (OpenMatrix(), AskWant("fp <= 3"), AskWant("fn <= 3")):
        live.perform(action)
    assert held
    assert not any(held)
    store = live.log.store  # type: ignore[union-attr]
    keys, rows = store.result_keys(), store.result_row_keys()  # type: ignore[attr-defined]
    whole = [store.result(key) for key in keys]  # type: ignore[attr-defined]
    store.close()
    assert len(keys) >= 3
    # The pieces of large ones were written before, each for itself.
    assert len(rows) > len(keys)
    assert all(results.archived_value(each) is not None for each in whole)


def test_a_worker_exports_a_project_with_its_data(
    tmp_path: Path, mail: Dataset, job_names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    live = project_session(tmp_path / "work.steer", Origin(mail))
    live.perform(OpenMatrix())
    job_names.clear()
    names = {}
    for workers in (Shared.workers, None):
        monkeypatch.setattr(Shared, "workers", workers)
        content = live.perform(ExportProject(data=True)).columns[0].values.tobytes()
        path = tmp_path / f"copy {workers is None}.steer"
        path.write_bytes(content)
        with closing(Store.read_only(path)) as copy:
            names[workers is None] = copy.entries(), copy.result_keys(), copy.data()
    live.log.store.close()  # type: ignore[union-attr]
    assert job_names == ["export-project"]
    assert names[True] == names[False]
    assert len(names[True][0]) == 1


def test_folds_that_were_done_stay_done_when_a_comparison_is_stopped(
    mail: Dataset, everything_moves: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A job for each fold.
    monkeypatch.setattr(fold_jobs, "JOB_S", -1.0)
    session, stop = Session(mail), Event()
    for action in (OpenCompare(), AddModel("logistic"), SetCuts(4, 1, 0)):
        session.perform(action)
    seen: list[int] = []

    def stop_after_two(_about: str, values: Mapping[str, Any]) -> None:
        seen.append(values["fold"])
        if len(seen) == 2:
            stop.set()

    with pytest.raises(Cancelled):
        session.perform(RunComparison(), Task(news=stop_after_two, cancelled=stop.is_set))
    (model,) = session.perform(AskComparison()).values["models"]
    assert 1 <= model["done"] < 4
    seen.clear()
    task = Task(news=lambda _about, values: seen.append(values["fold"]))
    (model,) = session.perform(RunComparison(), task).values["models"]
    assert model["done"] == 4
    assert seen == list(range(4 - len(seen), 4))


def test_a_file_is_read_by_a_worker_and_is_the_same_data_set(
    tmp_path: Path, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ships.csv"
    lines = [
        f"the ship {n} sails,{n}.5,{'sea' if n % 3 else 'land'},2024-01-{n % 28 + 1:02}"
        for n in range(60)
    ]
    path.write_text("\n".join(["text,size,place,day", *lines]))
    sessions = []
    for shared in (workers, None):
        monkeypatch.setattr(Shared, "workers", shared)
        session = Session(placeholder_dataset())
        session.perform(OpenFile(str(path)))
        session.perform(SetRole("text", "text"))
        session.perform(SetRole("place", "label"))
        session.perform(LoadFile())
        sessions.append(session)
    there, here = (each.library.corpora["ships"].dataset for each in sessions)
    assert there.ids == here.ids
    assert (there.X != here.X).nnz == 0
    assert there.feature_names == here.feature_names
    assert list(there.text or ()) == list(here.text or ())
    assert np.array_equal(there.y, here.y)
    assert there.provenance == here.provenance
    rows = here.table
    assert there.table is not None
    assert rows is not None
    assert there.table.to_native().equals(rows.to_native())


def test_a_knob_moves_in_another_window_while_a_model_is_fitted(
    mail: Dataset, everything_moves: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(JOBS, "fit-model", JobKind("tests.session.slow_jobs:fit_slowly", 60.0))
    session, begun, ended = Session(mail), Event(), Event()
    session.perform(MoveKnob("alpha", 0.4))
    stop = Event()
    task = Task(progress=lambda *_: begun.set(), cancelled=stop.is_set)

    def fit() -> None:
        with pytest.raises(Cancelled):
            session.perform(OpenMatrix(), task)
        ended.set()

    Thread(target=fit, daemon=True).start()
    assert begun.wait(20)
    session.perform(MoveKnob("alpha", 0.7))
    assert not ended.is_set()
    asked = monotonic()
    stop.set()
    assert ended.wait(20)
    assert monotonic() - asked < 0.5
    # The action that was stopped left nothing, the knob stayed.
    assert "matrix" not in session.state.plain
    assert session.state.plain["plane"]["knobs"]["alpha"] == 0.7


def test_a_fit_that_kills_its_process_is_a_sentence_and_the_session_goes_on(
    mail: Dataset, everything_moves: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(mail)
    monkeypatch.setitem(JOBS, "fit-model", JobKind("tests.session.slow_jobs:crash", 60.0))
    with pytest.raises(SteersmanError) as caught:
        session.perform(OpenMatrix())
    assert caught.value.code == "job-died"
    monkeypatch.undo()
    session.perform(OpenMatrix())
    assert len(models_of(session)) == 1


def test_a_project_keeps_what_workers_found(
    tmp_path: Path, mail: Dataset, everything_moves: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steersman.session.results.MIN_STORED_S", 0.0)
    live = project_session(tmp_path / "work.steer", Origin(mail))
    for action in (OpenMatrix(), AskWant("fp <= 3"), OpenClusters()):
        live.perform(action)
    live.log.store.close()  # type: ignore[union-attr]
    before = everything_moves.finished
    again = project_session(tmp_path / "work.steer", Origin(mail))
    assert everything_moves.finished == before
    assert again.state == live.state
    pairs = zip(models_of(again), models_of(live), strict=True)
    assert all(np.array_equal(one.counts, other.counts) for one, other in pairs)
    again.log.store.close()  # type: ignore[union-attr]


@pytest.mark.parametrize("model", ["martingale", "neighbors"])
def test_a_worker_scores_rows_by_slow_models(
    patients: Dataset, job_names: list[str], monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    found = []
    for workers in (Shared.workers, None):
        monkeypatch.setattr(Shared, "workers", workers)
        session = Session(patients)
        for action in (OpenMatrix(), ChooseModel(model), AskWant("fp <= 3"), AskWant("fn <= 2")):
            session.perform(action)
        session.perform(AskTraining())
        session.perform(OpenTest())
        found.append((session.state, session.view().values["matrix"]))
    assert "row-scores" in job_names
    assert found[0] == found[1]


def test_a_worker_turns_a_node_as_the_session_would(
    patients: Dataset, job_names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for workers in (Shared.workers, None):
        monkeypatch.setattr(Shared, "workers", workers)
        session = Session(patients)
        for action in (OpenMatrix(), ChooseModel("martingale", levels=3)):
            session.perform(action)
        classes = session.view().values["matrix"]["classes"]
        session.perform(EditNode(0, classes[0], classes[1], 1))
        found.append((session.state, session.view().values["matrix"]))
    assert "turn-node" in job_names
    assert found[0] == found[1]
