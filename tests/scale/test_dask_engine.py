"""The same results on a Dask cluster, also when a worker or the scheduler is lost."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.scale.conftest import Mail
from tests.scale.lethal_work import LethalEngine

from steersman import (
    Job,
    LikelihoodSpaceClassifier,
    MartingaleBoostClassifier,
    MultinomialMixture,
    SphericalKMeans,
    SteerableLogisticRegression,
    open_partitions,
)
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.scale import PartitionedDataset, engine_named
from steersman.scale.sample_opening import open_sample
from steersman.session import Session
from steersman.session.matrix.actions import AskWant, OpenMatrix, OpenTest
from steersman.session.plane.actions import Autotune, BestLine, MoveKnob

distributed = pytest.importorskip("distributed", reason="Dask is not installed")

# Dask's own event loop and sockets warn when workers are killed on purpose.
pytestmark = pytest.mark.filterwarnings("ignore")


def started_cluster(workers: int, port: int = 0, *, processes: bool = False) -> Any:
    """A cluster whose parts talk over sockets, in processes or in threads of this one."""
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=processes,
        protocol="tcp",
        scheduler_port=port,
        dashboard_address=None,
        silence_logs=50,
    )


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with started_cluster(2) as started:
        yield started
    # What Dask leaves behind is found here, not in a test of something else.
    gc.collect()


@pytest.fixture(scope="module")
def remote(cluster: Any, opened: PartitionedDataset) -> Iterator[PartitionedDataset]:
    engine: Any = engine_named(cluster.scheduler_address)
    yield replace(opened, engine=engine)
    engine.close()


def test_a_session_shows_on_the_cluster_what_it_shows_on_this_machine(
    mail: Mail, remote: PartitionedDataset
) -> None:
    options = ReadOptions.of(label="kind")
    near = open_sample(str(mail.folder / "*.parquet"), options, rows=300)
    assert near.whole is not None
    far = replace(near, whole=replace(near.whole, engine=remote.engine))
    steps = (
        MoveKnob("alpha", 0.2),
        BestLine("training"),
        Autotune(),
        OpenMatrix(),
        AskWant("fpr <= 10%"),
        OpenTest(),
    )
    views: list[Any] = []
    for dataset in (near, far):
        session = Session(dataset)
        views.append([session.perform(step) for step in steps][-1].values)
    for part in ("training", "validation", "folds", "line", "prior", "matrix"):
        assert views[0][part] == views[1][part], part
    assert views[1]["sample"]["engine"] == remote.engine.name


def test_the_cluster_gives_what_this_machine_gives(
    opened: PartitionedDataset, remote: PartitionedDataset
) -> None:
    near, far = (each.fit(LikelihoodSpaceClassifier()) for each in (opened, remote))
    assert np.array_equal(near.feature_count_, far.feature_count_)
    views = [each.plane().at(alpha=0.3) for each in (opened, remote)]
    assert views[0].counts == views[1].counts
    assert np.array_equal(views[0].density, views[1].density)
    assert np.array_equal(views[0].sample.points, views[1].sample.points)
    done = [each.steer(Job("fpr <= 5%", 0.9)).steering for each in (opened, remote)]
    assert done[0].after.tolist() == done[1].after.tolist()
    assert done[0].guarantees == done[1].guarantees
    assert done[0].model.threshold == done[1].model.threshold
    centers = [
        each.kmeans(SphericalKMeans(4, random_state=0, max_iter=4)).cluster_centers_
        for each in (opened, remote)
    ]
    # To the last bit: sums are combined in the same order.
    assert np.array_equal(centers[0], centers[1])
    mixtures = [
        each.mixture(MultinomialMixture(3, random_state=0, max_iter=3)).feature_log_prob_
        for each in (opened, remote)
    ]
    assert np.array_equal(mixtures[0], mixtures[1])
    lines = [each.best_line(near) for each in (opened, remote)]
    assert lines[0] == lines[1]
    logistic = [each.fit(SteerableLogisticRegression()).coef_ for each in (opened, remote)]
    assert np.array_equal(logistic[0], logistic[1])
    settings = {"n_levels": 2, "features": "linear", "random_state": 0}
    programs = [each.fit(MartingaleBoostClassifier(**settings)).graph_ for each in (opened, remote)]
    for one, other in zip(programs[0].decisions, programs[1].decisions):
        assert one is other is None or np.array_equal(one.weights, other.weights)


def test_files_are_opened_on_the_cluster(
    mail: Mail, cluster: Any, opened: PartitionedDataset, tmp_path: Path
) -> None:
    # Another counter, so that nothing comes out of the cache.
    from steersman.text import TextCounter

    counter, source = TextCounter(min_df=2), str(mail.folder / "*.parquet")
    far = open_partitions(source, label="kind", counter=counter, engine=cluster.scheduler_address)
    assert far.rows == opened.rows
    model = far.fit(LikelihoodSpaceClassifier())
    assert model.class_count_.sum() == opened.rows


def test_a_worker_killed_in_a_knob_changes_nothing(
    opened: PartitionedDataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from steersman.scale import dask_engine

    plane = opened.plane()
    knob = plane.at(alpha=0.3)
    # Work that is sent to every worker beforehand, which is lost with the worker.
    monkeypatch.setattr(dask_engine, "LARGE_BYTES", 0)
    with started_cluster(2, processes=True) as processes:
        engine: Any = engine_named(processes.scheduler_address)
        name = Path(opened.partitions[3].path).name
        fatal: Any = LethalEngine(engine, name, tmp_path, kills=1)
        found = replace(plane, dataset=replace(opened, engine=fatal)).at(alpha=0.3)
        lost = engine.lost_workers
        engine.close()
    assert found.counts == knob.counts
    assert np.array_equal(found.density, knob.density)
    assert lost == len(list(tmp_path.iterdir())) == 1


def test_a_bad_value_met_by_a_worker_is_named(cluster: Any, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("size,kind\n" + "1,x\n2,y\n" * 9 + "big,x\n")
    with pytest.raises(SteersmanError) as error:
        open_partitions(
            str(tmp_path / "*.csv"),
            label="kind",
            roles={"size": "number"},
            engine=cluster.scheduler_address,
        )
    assert (error.value.code, error.value.fields["row"]) == ("value-not-a-number", 19)


@pytest.mark.parametrize("least", [1, 2, 5, 16])
def test_blocks_of_neighbors_do_not_change_the_pairs(least: int) -> None:
    from steersman.scale.dask_engine import aligned_blocks
    from steersman.scale.engine import combined_pairs

    def pair(one: str, other: str) -> str:
        return f"({one}{other})"

    for size in range(1, 70):
        items = [chr(200 + place) for place in range(size)]
        blocks = aligned_blocks(items, least)
        assert len(blocks) >= min(least, size)
        found = combined_pairs(iter([combined_pairs(iter(block), pair) for block in blocks]), pair)
        assert found == combined_pairs(iter(items), pair)


def test_an_error_of_the_work_comes_through(remote: PartitionedDataset) -> None:
    with pytest.raises(ZeroDivisionError):
        remote.engine.reduce(partial(divmod, 1), range(3), max)


def test_a_scheduler_that_is_not_there_is_a_sentence(opened: PartitionedDataset) -> None:
    from steersman.scale import dask_engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dask_engine, "CONNECT_SECONDS", 0.3)
        lost = replace(opened, engine=engine_named("tcp://127.0.0.1:9"))
        with pytest.raises(SteersmanError) as error:
            lost.class_sizes()
    assert error.value.code == "scheduler-lost"


def test_a_scheduler_that_goes_away_is_a_sentence_and_may_come_back(
    mail: Mail, opened: PartitionedDataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    from steersman.scale import dask_engine

    monkeypatch.setattr(dask_engine, "CONNECT_SECONDS", 2)

    first = started_cluster(1)
    engine: Any = engine_named(first.scheduler_address)
    there = replace(opened, engine=engine)
    expected = opened.class_sizes()
    assert there.class_sizes() == expected
    sample = open_sample(str(mail.folder / "*.parquet"), ReadOptions.of(label="kind"), rows=300)
    session = Session(replace(sample, whole=there))
    session.perform(MoveKnob("alpha", 0.5))
    port = int(first.scheduler_address.rsplit(":", 1)[1])
    first.close()
    with pytest.raises(SteersmanError) as error:
        there.class_sizes()
    assert error.value.code == "scheduler-lost"
    state = session.state
    with pytest.raises(SteersmanError) as error:
        session.perform(MoveKnob("alpha", 0.2))
    assert error.value.code == "scheduler-lost"
    assert session.state == state
    second = started_cluster(1, port)
    try:
        assert there.class_sizes() == expected
        # The session goes on, too.
        shown: Any = session.perform(MoveKnob("alpha", 0.2)).values
        assert shown["validation"]["documents"] > len(sample.y) / 5
    finally:
        engine.close()
        second.close()
