"""A session on partitions compared with one that has the same rows in memory."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from steersman import load_model
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.learn.likelihood import Setting
from steersman.scale.fold_groups import InnerFolds
from steersman.scale.fold_plane import FoldedRows, FoldPlane
from steersman.scale.row_hashes import TUNE
from steersman.scale.sample_opening import open_sample
from steersman.scale.sampled_dataset import SampledDataset
from steersman.scale.tuning import tuned_on_all_rows
from steersman.session import Session
from steersman.session.actions import Action
from steersman.session.data.actions import LoadFile, OpenFile, SetEngine, SetRole
from steersman.session.datasets.placeholder import placeholder_dataset
from steersman.session.history import Split
from steersman.session.history_actions import Open, Redo, Undo
from steersman.session.matrix.actions import (
    AskWant,
    ChooseModel,
    ExportModel,
    MoveCutoff,
    OpenMatrix,
    OpenTest,
    SetCosts,
)
from steersman.session.plane.actions import (
    Autotune,
    BestLine,
    ChooseFold,
    MoveKnob,
    MoveLine,
    SetFeatures,
)
from steersman.session.plane.choice import PlaneChoice
from steersman.session.plane.model import plane_classifier
from steersman.session.plane.room import PlaneRoom
from steersman.session.question import ChooseCategory, RelabelRows
from steersman.session.scores.actions import AskScores
from steersman.session.storage.project import Origin, opened_project, started_project
from steersman.session.views import View
from steersman.tasks import Task
from steersman.workers import Workers
from steersman.workers.pool import Shared

WORDS = np.array([f"w{chr(97 + place // 26)}{chr(97 + place % 26)}" for place in range(200)])
FILES, ROWS = 4, 1_200
CLASSES = ("ham", "spam")


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Mail of two kinds in several files."""
    folder, rng = tmp_path_factory.mktemp("mail"), np.random.default_rng(1)
    chance = 1.0 / np.arange(1.0, len(WORDS) + 1)
    chance /= chance.sum()
    for file in range(FILES):
        spam = rng.random(ROWS // FILES) < 0.35
        texts = [" ".join(rng.choice(WORDS, 9, p=np.roll(chance, 3 * kind))) for kind in spam]
        kinds = np.where(spam, "spam", "ham").tolist()
        names = [f"mail {file}-{row}" for row in range(len(texts))]
        table = pa.table({"id": names, "text": texts, "kind": kinds})
        parquet.write_table(table, folder / f"mail-{file}.parquet")
    return str(folder / "*.parquet")


def sample_of(pattern: str, rows: int = ROWS) -> SampledDataset:
    return open_sample(pattern, ReadOptions.of(label="kind", id="id"), name="mail", rows=rows)


@pytest.fixture(scope="module")
def every_row(pattern: str) -> SampledDataset:
    return sample_of(pattern)


def both_views(dataset: SampledDataset, *actions: Action) -> tuple[Any, Any]:
    """The views of a session on partitions, and of one with the same rows in memory."""
    sessions = Session(dataset), Session(replace(dataset, whole=None))
    views = [[session.perform(action) for action in actions][-1] for session in sessions]
    return views[0].values, views[1].values


@pytest.mark.parametrize(
    "actions",
    [
        [MoveKnob("alpha", 0.05)],
        [MoveKnob("beta", 3.0), MoveLine(1.1, 2.0), ChooseFold(3)],
        [SetFeatures(40)],
    ],
)
def test_the_plane_counts_as_in_memory(every_row: SampledDataset, actions: list[Action]) -> None:
    counted, oracle = both_views(every_row, *actions)
    for part in ("training", "validation", "line", "prior", "folds"):
        shown = {name: value for name, value in counted[part].items() if name != "density"}
        expected = {name: value for name, value in oracle[part].items() if name != "density"}
        assert shown == expected


@pytest.mark.parametrize(
    "actions",
    [
        [AskWant("fpr <= 10%"), OpenTest()],
        [AskWant("recall >= 80%"), OpenTest()],
        [AskWant("fpr <= 0.1%")],
        [SetCosts(((0.0, 5.0), (1.0, 0.0))), AskWant("fpr <= 20%")],
        [MoveCutoff(1.5)],
    ],
)
def test_steering_counts_as_in_memory(every_row: SampledDataset, actions: list[Action]) -> None:
    counted, oracle = both_views(every_row, OpenMatrix(), ChooseModel("plane"), *actions)
    shown, expected = counted["matrix"], oracle["matrix"]
    for part in ("rows", "tightest", "ranges", "classes"):
        assert shown[part] == expected[part], part
    for part in ("matrix", "accuracy"):
        assert shown["shown"][part] == expected["shown"][part], part
    for part in ("matrix", "bounds", "cost"):
        assert shown["test"][part] == expected["test"][part], part
    # In memory the line itself is moved, here the cut-off: the models on the way differ.
    passing = ("visited", "exact")
    outcomes = [
        {name: value for name, value in (view["outcome"] or {}).items() if name not in passing}
        for view in (shown, expected)
    ]
    assert outcomes[0] == outcomes[1]


def test_curves_are_those_of_the_rows_in_memory(every_row: SampledDataset) -> None:
    actions = (OpenMatrix(), ChooseModel("plane"), OpenTest(), AskScores())
    shown, expected = both_views(every_row, *actions)
    for part in ("tuning", "test"):
        for value in ("rows", "positives", "tp", "fp", "now"):
            assert shown[part][value] == expected[part][value], (part, value)
        assert shown[part]["rows"] > 0


def test_all_rows_are_counted_whatever_the_sample(pattern: str, every_row: SampledDataset) -> None:
    few = sample_of(pattern, rows=300)
    steps = (MoveKnob("alpha", 0.1), OpenMatrix(), AskWant("fpr <= 10%"), OpenTest())
    views: list[Any] = []
    for dataset in (few, every_row):
        session = Session(dataset)
        views.append([session.perform(step) for step in steps][-1].values)
    assert views[0]["sample"] == {**views[1]["sample"], "rows": 300}
    assert views[0]["categories"] == views[1]["categories"]
    for split in ("training", "validation"):
        for part in ("documents", "positives", "line", "priors", "bounds"):
            assert views[0][split][part] == views[1][split][part]
    for part in ("rows", "outcome", "test"):
        assert views[0]["matrix"][part] == views[1]["matrix"][part]
    assert few.text is not None
    assert every_row.text is not None
    at = dict(zip(every_row.ids, every_row.text))
    assert [at[name] for name in few.ids] == list(few.text)
    assert views[0]["matrix"]["shown"]["matrix"] == views[1]["matrix"]["shown"]["matrix"]


@pytest.mark.parametrize("split", ["training", "validation"])
def test_the_best_line_is_that_of_all_rows(
    pattern: str, every_row: SampledDataset, split: Split
) -> None:
    steps = (MoveKnob("alpha", 0.1), BestLine(split))
    counted, oracle = both_views(every_row, *steps)
    of_sample = Session(sample_of(pattern, rows=300))
    few: Any = [of_sample.perform(step) for step in steps][-1].values
    best = oracle["line"]["best"]
    assert (best["split"], best["metric"]) == (split, "f1")
    assert best["score"] == oracle[split]["line"]["f1"] <= best["bound"]
    for view in (counted, few):
        assert view["line"]["best"] == best
        assert view[split]["line"]["f1"] == best["score"]
    # The bound is about that line and these points only.
    assert "best" not in of_sample.perform(MoveKnob("alpha", 0.2)).values["line"]
    assert of_sample.perform(Undo()).values["line"]["best"] == best


def test_auto_tuning_is_that_of_all_rows(pattern: str, every_row: SampledDataset) -> None:
    session = Session(sample_of(pattern, rows=300))
    before = session.perform(MoveKnob("alpha", 3.0)).values
    after = session.perform(Autotune()).values
    groups = InnerFolds(FoldedRows(1, 5, 0), 0, 5, 0)
    assert every_row.whole is not None
    start = Setting(3.0, slope=before["line"]["slope"], intercept=before["line"]["intercept"])
    found = tuned_on_all_rows(FoldPlane(every_row.whole, groups.rows), groups, start, Task())
    knobs = session.state.choice(PlaneChoice).knobs
    assert (knobs["alpha"], knobs["beta"]) == (found.alpha, found.beta)
    assert (knobs["slope"], knobs["intercept"]) == (found.slope, found.intercept)
    assert found.score > found.trajectory[0].score
    assert after["training"]["documents"] == before["training"]["documents"] > 300


def test_workers_find_the_same_line_and_tuning(
    every_row: SampledDataset, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = (BestLine("validation"), Autotune(), BestLine("training", "accuracy"))
    there, here = Session(every_row), Session(every_row)
    before = workers.finished
    views: list[Any] = [[there.perform(step).values for step in steps]]
    assert workers.finished >= before + len(steps)
    monkeypatch.setattr(Shared, "workers", None)
    views.append([here.perform(step).values for step in steps])
    assert there.state == here.state
    assert [each["line"] for each in views[0]] == [each["line"] for each in views[1]]
    assert views[0][-1]["line"]["best"]["metric"] == "accuracy"


def test_classes_named_by_numbers_are_asked_about_one_at_a_time(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    for file in range(2):
        labels = rng.integers(8, 11, 200)
        texts = [" ".join(rng.choice(WORDS[10 * kind - 80 :][:60], 8)) for kind in labels]
        table = pa.table({"text": texts, "kind": labels})
        parquet.write_table(table, tmp_path / f"{file}.parquet")
    dataset = open_sample(str(tmp_path / "*.parquet"), ReadOptions.of(label="kind"))
    assert dataset.classes == ("10", "8", "9")
    asked = (ChooseCategory("10"), OpenMatrix(all_classes=True), ChooseModel("plane"))
    with pytest.raises(SteersmanError) as refused:
        both_views(dataset, *asked)
    assert refused.value.code == "several-labels"
    steps = (ChooseCategory("10"), OpenMatrix(), ChooseModel("plane"), AskWant("fpr <= 20%"))
    counted, oracle = both_views(dataset, *steps)
    assert counted["validation"]["line"] == oracle["validation"]["line"]
    assert counted["categories"] == oracle["categories"]
    assert counted["matrix"]["shown"]["matrix"] == oracle["matrix"]["shown"]["matrix"]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (RelabelRows((0,), "ham"), "labels-need-memory"),
        (AskWant("recall >= 80% for each id"), "want-needs-rows"),
        (AskWant("fpr <= 5% and refer <= 5%"), "want-needs-rows"),
    ],
)
def test_what_needs_rows_in_memory_is_refused(
    every_row: SampledDataset, action: Action, code: str
) -> None:
    session = Session(every_row)
    session.perform(OpenMatrix())
    before = session.state
    with pytest.raises(SteersmanError) as refused:
        session.perform(action)
    assert refused.value.code == code
    assert session.state == before


def test_the_line_is_saved_with_the_counts_of_all_training_rows(
    pattern: str, every_row: SampledDataset
) -> None:
    models = []
    for dataset in (sample_of(pattern, rows=300), replace(every_row, whole=None)):
        session = Session(dataset)
        session.perform(MoveKnob("alpha", 0.3))
        models.append(plane_classifier(session.rooms[PlaneRoom].plane(session.state)))
    rows = every_row.X[:50]
    assert np.array_equal(models[0].decision_function(rows), models[1].decision_function(rows))


def test_a_project_opens_partitions_again_and_notices_a_missing_file(
    pattern: str, tmp_path: Path
) -> None:
    folder = tmp_path / "mail"
    shutil.copytree(Path(pattern).parent, folder)
    project = tmp_path / "mail.steer"
    session = started_project(project, Origin.without_data())
    for action in (
        OpenFile(str(folder / "*.parquet")),
        SetRole("kind", "label"),
        SetEngine("local"),
        LoadFile(),
        MoveKnob("alpha", 0.1),
        OpenMatrix(),
        AskWant("fpr <= 10%"),
        Undo(),
        Redo(),
    ):
        view: Any = session.perform(action).values
    assert view["sample"]["of"] == ROWS
    assert session.state.dataset == "mail"
    assert session.log is not None
    session.log.store.close()
    again = opened_project(project)
    assert again.log is not None
    shown: Any = again.perform(Open()).values
    again.log.store.close()
    for part in ("sample", "training", "validation", "matrix"):
        assert shown[part] == view[part], part
    (folder / "mail-2.parquet").unlink()
    with pytest.raises(SteersmanError) as refused:
        opened_project(project)
    assert refused.value.code == "file-changed"
    shutil.rmtree(folder)
    with pytest.raises(SteersmanError) as gone:
        opened_project(project)
    assert gone.value.code == "file-missing"


def test_a_pattern_of_texts_in_class_folders_is_opened_in_partitions(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    for kind, words in (("sea", WORDS[:60]), ("land", WORDS[30:90])):
        (tmp_path / "letters" / kind).mkdir(parents=True)
        for number in range(60):
            text = " ".join(rng.choice(words, 8))
            (tmp_path / "letters" / kind / f"{number}.txt").write_text(text)
    session = Session(placeholder_dataset())
    looked: Any = session.perform(OpenFile(str(tmp_path / "letters" / "*" / "*.txt"))).values
    assert (looked["data"]["files"], looked["data"]["missing_role"]) == (120, None)
    view: Any = session.perform(LoadFile()).values
    assert session.state.dataset == "letters"
    assert view["sample"]["of"] == 120
    assert view["categories"] == [
        {"name": "land", "documents": 60},
        {"name": "sea", "documents": 60},
    ]


def test_an_exported_model_predicts_raw_rows(every_row: SampledDataset, tmp_path: Path) -> None:
    session = Session(every_row)
    session.perform(OpenMatrix())
    view: Any = session.perform(AskWant("fpr <= 10%")).values
    shown = view["matrix"]["shown"]
    file: View = session.perform(ExportModel(shown["number"]))
    path = tmp_path / "model.skops"
    path.write_bytes(file.columns[0].values.tobytes())
    assert every_row.text is not None
    frame = pa.table({"id": every_row.ids, "text": list(every_row.text)}).to_pandas()
    predicted = load_model(path).predict(frame)
    tuned = every_row.parts(1 / 3, 0.2, 0) == TUNE
    truth, decided = every_row.y[tuned], predicted[tuned]
    cells = [[int(((truth == a) & (decided == b)).sum()) for b in CLASSES] for a in CLASSES]
    assert cells == shown["matrix"]
