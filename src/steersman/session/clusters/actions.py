"""Actions and queries of the clusters room."""

from __future__ import annotations

from dataclasses import dataclass

from steersman.session.actions import Change, EnterRoom, Query
from steersman.session.clusters.choice import ClusterSettings


@dataclass(frozen=True)
class OpenClusters(EnterRoom):
    """Go to the clusters room: the map of the documents is drawn there."""


@dataclass(frozen=True)
class FindClusters(Change):
    """Find clusters; names, merges and clusters made by hand are dropped."""

    settings: ClusterSettings


@dataclass(frozen=True)
class NameCluster(Change):
    """Call a cluster something; an empty name gives it its number back."""

    cluster: int
    name: str


@dataclass(frozen=True)
class MergeClusters(Change):
    """Make one cluster of two."""

    first: int
    second: int


@dataclass(frozen=True)
class MakeCluster(Change):
    """Make a cluster of some rows, which leave the clusters they were in."""

    rows: tuple[int, ...]


@dataclass(frozen=True)
class SplitCluster(Change):
    """Split a cluster in two; the smaller part becomes a new cluster."""

    cluster: int


@dataclass(frozen=True)
class LabelByClusters(Change):
    """Make a data set whose labels are the clusters, and open it."""

    name: str


@dataclass(frozen=True)
class AskCluster(Query):
    """Documents of one cluster: the most typical, and those on the border to another."""

    cluster: int


@dataclass(frozen=True)
class AskPlaced(Query):
    """One document in full, with the words that put it into its cluster."""

    row: int


@dataclass(frozen=True)
class SaveClusters(Query):
    """The cluster of every document, as a file."""
