"""Columns of new rows against those of the guarantee, without labels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from steersman import Job, Monitor, raw_table, steer_table
from steersman.learn.files import ColumnPrint, Fingerprint, SavedModel, column_prints
from steersman.learn.monitor.class_shares import class_shares, share_effects
from steersman.learn.monitor.shift import ShiftWatches
from steersman.learn.monitor.watched_bound import WatchedBound, watched_bound
from steersman.learn.wants import Want

PORTS = ["Oslo", "Rome", "Bari"]
ROLES = {"age": "number", "port": "category", "note": "text"}


def people(rows: int, seed: int, unheard: str = "") -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    sick = rng.random(rows) < 0.4
    frame = pd.DataFrame(
        {
            "age": rng.normal(50, 10, rows) + 8 * sick,
            "port": rng.choice(PORTS, rows),
            "note": [
                " ".join(rng.choice(["fever", "cough", "pain"] if ill else ["well", "fine"], 4))
                for ill in sick
            ],
            "state": np.where(sick, "sick", "well"),
        }
    )
    frame.loc[rng.random(rows) < 0.1, "age"] = np.nan
    if unheard:
        frame["note"] = frame["note"] + f" {unheard}"
        frame["port"] = "Cork"
    return frame


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> SavedModel:
    path = tmp_path_factory.mktemp("people") / "people.csv"
    people(900, 0).to_csv(path, index=False)
    table = raw_table(str(path), label="state", roles=ROLES)
    done = steer_table(table, Job("fpr <= 20% and precision >= 50%", model="logistic"))
    assert done.tested is not None
    story = {
        "want": str(done.steering.want),
        "positive": "sick",
        "fingerprint": done.fingerprint.values(),
        "tested": done.tested.tolist(),
    }
    return SavedModel(done.pipeline, "state", None, story)


def test_each_column_is_compared_and_new_words_are_named(saved: SavedModel) -> None:
    monitor = Monitor(saved)
    same = {each.about: each for each in monitor.update(people(400, 1)).shifts}
    assert {"age", "port", "length of note", "new words in note"} <= set(same)
    assert all(each.shifted_since is None for each in same.values())
    other = {each.about: each for each in monitor.update(people(200, 2, "vertigo")).shifts}
    assert 400 < (other["port"].shifted_since or 0) < 460
    assert 400 < (other["new words in note"].shifted_since or 0) < 460
    assert other["age"].shifted_since is None
    assert other["port"].part == "values never seen before"
    assert other["port"].now == pytest.approx(1 / 3)
    assert other["port"].before == 0.0


def test_prints_survive_json_and_count_every_row(saved: SavedModel) -> None:
    prints = Fingerprint.in_story(saved.story)
    assert prints is not None
    frame = people(300, 3)
    for each in prints.columns:
        assert sum(each.counts) == 180
        again = ColumnPrint.of_values(each.values())
        assert again.values() == each.values()
    age = next(each for each in prints.columns if each.name == "age")
    codes = age.codes(frame["age"].to_numpy())
    assert np.array_equal(codes == age.n_bins - 1, frame["age"].isna())
    inner = np.digitize(frame["age"].dropna(), age.edges, right=True)
    assert np.array_equal(codes[frame["age"].notna()], inner)


def test_false_alarms_about_columns_are_within_the_band() -> None:
    """The bins come from the training rows, and 6 columns share half of 20 %."""
    rng, lives, alarms = np.random.default_rng(0), 150, 0
    for _ in range(lives):
        training, rows, new = (rng.normal(size=(size, 6)) for size in (40, 60, 400))
        prints = column_prints(None, training, rows)
        watches = ShiftWatches(Fingerprint(np.array([30, 30]), None, prints), ["no", "yes"])
        codes = [each.codes(column) for each, column in zip(prints, new.T)]
        watches.see(np.zeros(0, dtype=np.int64), None, [], 0, 0.8)
        for watch, of_column in zip(watches.watches[1:], codes):
            watch.see(of_column, 0, watches.risk(watch, 0.8))
        alarms += any(watch.shifted_since is not None for watch in watches.watches)
    assert alarms <= binom.ppf(0.999, lives, 0.1)


def test_shares_and_their_effect_are_those_of_rows_drawn_with_other_shares() -> None:
    matrix = np.array([[180, 20], [10, 90]])
    want = Want("precision >= 80% and fpr <= 15% and accuracy >= 80%").resolve(["ham", "spam"])
    forms = [watched_bound(bound, want, None) for bound in want.bounds]
    kept = [form for form in forms if isinstance(form, WatchedBound)]
    # As many rows of each class as if spam had become 60 %.
    moved = np.array([[360, 40], [60, 540]])
    assert class_shares(matrix, moved.sum(axis=0)) == pytest.approx([0.4, 0.6])
    effects: Any = share_effects(kept, matrix, moved.sum(axis=0))
    assert [effect.bound.measure for effect in effects] == ["precision", "accuracy"]
    assert effects[0].before == pytest.approx(90 / 110)
    assert effects[0].now == pytest.approx(540 / 580)
    assert effects[1].now == pytest.approx(900 / 1000)
    assert [effect.keeps for effect in effects] == [True, True]
