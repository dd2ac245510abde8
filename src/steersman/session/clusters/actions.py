"""What a person does and asks in the clusters room."""

from __future__ import annotations

from dataclasses import dataclass

from steersman.session.clusters.choice import ClusterSettings

__all__ = [
    "AskCluster",
    "AskPlaced",
    "ClustersChange",
    "ClustersQuery",
    "FindClusters",
    "LabelByClusters",
    "MergeClusters",
    "NameCluster",
    "OpenClusters",
    "SaveClusters",
]


@dataclass(frozen=True)
class OpenClusters:
    """Go to the clusters room: the map of the documents is drawn there."""


@dataclass(frozen=True)
class FindClusters:
    """Look for clusters; names and mergers of those before are left behind."""

    settings: ClusterSettings


@dataclass(frozen=True)
class NameCluster:
    """Call a cluster something; an empty name gives it its number back."""

    cluster: int
    name: str


@dataclass(frozen=True)
class MergeClusters:
    """Make one cluster of two."""

    first: int
    second: int


@dataclass(frozen=True)
class LabelByClusters:
    """Make a data set whose labels are the clusters, and open it."""

    name: str


@dataclass(frozen=True)
class AskCluster:
    """Documents of one cluster: the most typical, and those on the border to another."""

    cluster: int


@dataclass(frozen=True)
class AskPlaced:
    """One document in full, with the words that put it into its cluster."""

    row: int


@dataclass(frozen=True)
class SaveClusters:
    """The cluster of every document, as a file."""


ClustersChange = OpenClusters | FindClusters | NameCluster | MergeClusters | LabelByClusters
"""Leads to a new state."""


ClustersQuery = AskCluster | AskPlaced | SaveClusters
"""Changes nothing."""
