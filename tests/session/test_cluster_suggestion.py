"""How many clusters are suggested for data of different kinds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import make_blobs

from steersman.data import Dataset, load
from steersman.session import Session
from steersman.session.clusters.actions import OpenClusters
from steersman.session.clusters.suggestion import suggested_clusters


@pytest.mark.parametrize("groups", [2, 3, 5, 8, 13])
def test_groups_that_lie_apart_are_counted_whatever_their_number(groups: int) -> None:
    angle = 2 * np.pi * np.arange(groups) / groups
    centers = 10 * np.column_stack([np.cos(angle), np.sin(angle)])
    points = make_blobs(400, centers=centers, cluster_std=0.7, random_state=groups)[0]
    suggestion = suggested_clusters(points.astype(np.float32), 0)
    assert suggestion == (groups, "neighbors", 20)


def test_an_island_far_away_does_not_hide_the_groups_of_the_rest() -> None:
    angle = 2 * np.pi * np.arange(6) / 6
    centers = 10 * np.column_stack([np.cos(angle), np.sin(angle)])
    centers = np.vstack([centers, [[500.0, 500.0]]])
    points = make_blobs(420, centers=centers, cluster_std=0.7, random_state=0)[0]
    assert suggested_clusters(points.astype(np.float32), 0).clusters == 7


@pytest.mark.parametrize(("name", "clusters"), [("wine", 3), ("breast-cancer", 2)])
def test_labeled_data_begins_with_one_cluster_for_each_category(name: str, clusters: int) -> None:
    values = Session(load(name)).perform(OpenClusters()).values["clusters"]
    assert values["suggestion"] == {"clusters": clusters, "basis": "categories", "tried": 0}


def test_no_more_clusters_are_suggested_than_can_be_looked_for() -> None:
    suggestion = suggested_clusters(np.zeros((90, 2), dtype=np.float32), 90)
    assert suggestion == (60, "most", 0)


@pytest.mark.parametrize("points", [[[0, 0]] * 9, [[0, 0], [1, 1]], [[0, 0], [1, 0], [2, 0]]])
def test_points_too_few_or_all_alike_have_a_suggestion_too(points: list[list[int]]) -> None:
    suggestion = suggested_clusters(np.float32(points), 0)
    assert suggestion.clusters == 2


def test_one_cloud_without_groups_is_said_to_have_none() -> None:
    points = np.random.default_rng(0).uniform(size=(60, 2)).astype(np.float32)
    suggestion = suggested_clusters(points, 0)
    assert suggestion == (2, "undivided", 20)


def test_a_category_that_never_comes_alone_counts_as_a_category(mail: Dataset) -> None:
    member = np.column_stack([mail.y == name for name in mail.classes])
    first, second, third = member.T
    together = np.column_stack([first, second | third, third])
    values = Session(replace(mail, y=together)).perform(OpenClusters()).values["clusters"]
    assert values["suggestion"]["clusters"] == values["categories"] == 3
    assert values["known_categories"] == 2
