"""Steering over partitions: exact counts, cut-offs and guarantees."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from tests.scale.conftest import Whole

from steersman import Job, LikelihoodSpaceClassifier, open_partitions, steer
from steersman.errors import SteersmanError
from steersman.scale import PartitionedDataset, score_counts, steering_job
from steersman.scale.row_hashes import TEST, TRAIN, TUNE, row_parts

WANTS = ("fpr <= 5%", "recall >= 95%", "precision >= 80%", "maximize f1", "fp <= 7")


def parts_of(whole: Whole) -> np.ndarray:
    return row_parts(whole.numbers, None, 0.33, 0.2, seed=0)


@pytest.mark.parametrize("bins", [None, 40])
@pytest.mark.parametrize("confidence", [None, 0.9])
@pytest.mark.parametrize("want", WANTS)
def test_cutoffs_and_guarantees_are_those_of_all_tuning_rows(
    opened: PartitionedDataset,
    whole: Whole,
    monkeypatch: pytest.MonkeyPatch,
    want: str,
    confidence: float | None,
    bins: int | None,
) -> None:
    if bins is not None:
        monkeypatch.setattr(score_counts, "MOST_DISTINCT", 50)
        monkeypatch.setattr(score_counts, "BINS", bins)
    parts = parts_of(whole)
    model = LogisticRegression().fit(whole.X[parts == TRAIN], whole.y[parts == TRAIN])
    monkeypatch.setattr(steering_job, "model_named", lambda *_, **__: LogisticRegression())
    tuning = whole.X[parts == TUNE], whole.y[parts == TUNE]
    memory = steer(model, *tuning, want, confidence, positive="spam")
    done = opened.steer(Job(want, confidence, model="logistic")).steering
    assert done.before.tolist() == memory.before.tolist()
    assert done.after.tolist() == memory.after.tolist()
    assert (done.met, done.code, done.gap) == (memory.met, memory.code, memory.gap)
    assert done.guarantees == memory.guarantees
    predicted = done.model.predict(tuning[0])
    matrix = [
        [np.sum((tuning[1] == a) & (predicted == b)) for b in opened.classes]
        for a in opened.classes
    ]
    assert done.after.tolist() == np.array(matrix).tolist()


def test_the_model_of_the_plane_learns_from_training_rows_alone(
    opened: PartitionedDataset, whole: Whole
) -> None:
    parts = parts_of(whole)
    done = opened.steer(Job("fpr <= 5%", 0.9))
    train = whole.X[parts == TRAIN]
    seen = np.asarray(train.sum(axis=0)).ravel() > 0
    memory = LikelihoodSpaceClassifier().fit(train[:, seen], whole.y[parts == TRAIN])
    rows = whole.X[parts == TUNE]
    scores = done.steering.model.estimator_.decision_function(rows)
    assert np.array_equal(scores, memory.decision_function(rows[:, seen]))
    assert done.families == ("plane",)
    assert [len(part) for part in done.parts] == [np.sum(parts == part) for part in range(3)]
    tested = done.steering.model.predict(whole.X[parts == TEST])
    assert done.tested is not None
    assert done.tested.trace() == np.sum(tested == whole.y[parts == TEST])


def test_the_pipeline_predicts_from_raw_rows(
    opened: PartitionedDataset, mail, whole: Whole
) -> None:
    done = opened.steer(Job("fpr <= 5%"))
    predicted = done.pipeline.predict(mail.table)
    assert predicted.tolist() == done.steering.model.predict(whole.X).tolist()


def test_what_needs_rows_in_memory_is_refused(opened: PartitionedDataset) -> None:
    for job, code in (
        (Job("fpr <= 5%", group="port"), "job-needs-memory"),
        (Job("recall >= 90% for each port"), "want-needs-rows"),
        (Job("fpr <= 5% and refer <= 5%"), "want-needs-rows"),
    ):
        with pytest.raises(SteersmanError) as error:
            opened.steer(job)
        assert error.value.code == code


def test_one_class_of_several_is_caught_against_all_others(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    kinds = rng.choice(["corn", "ship", "wheat"], 600)
    sizes = rng.normal(size=600) + 2.0 * (kinds == "ship")
    lines = [f"{size:.4f},{kind}" for size, kind in zip(sizes, kinds)]
    for name, some in (("a", lines[:200]), ("b", lines[200:])):
        (tmp_path / f"{name}.csv").write_text("\n".join(["size,kind", *some]) + "\n")
    source = str(tmp_path / "*.csv")
    with pytest.raises(SteersmanError) as error:
        open_partitions(source, label="kind").steer(Job("fpr <= 10%"))
    assert error.value.code == "classes-many"
    opened = open_partitions(source, label="kind", positive="ship")
    assert opened.class_sizes() == dict(zip(*np.unique(kinds, return_counts=True)))
    done = opened.steer(Job("fpr <= 10%"))
    assert done.families == ("logistic",)
    assert done.steering.classes == ("not ship", "ship")
    assert done.steering.met
    assert done.steering.after.sum() == len(done.parts.holdout)


def test_a_published_split_says_which_rows_test(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    kinds = rng.choice(["ham", "spam"], 400)
    sizes = rng.normal(size=400) + 2.0 * (kinds == "spam")
    parts = np.where(np.arange(400) < 100, "test", "train")
    rows = [f"{size:.4f},{kind},{part}" for size, kind, part in zip(sizes, kinds, parts)]
    (tmp_path / "a.csv").write_text("\n".join(["size,kind,split", *rows]) + "\n")
    opened = open_partitions(str(tmp_path / "*.csv"), label="kind", roles={"split": "split"})
    done = opened.steer(Job("fpr <= 10%"))
    assert done.tested is not None
    expected = np.unique(kinds[:100], return_counts=True)[1]
    assert done.tested.sum(axis=1).tolist() == expected.tolist()
