"""Steering over partitions: exact counts, cut-offs and guarantees."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from tests.scale.conftest import Whole

from steersman import Job, LikelihoodSpaceClassifier, steer
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
