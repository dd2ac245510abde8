"""Shapes of what the page shows of the clusters room, and of its answers."""

from __future__ import annotations

from typing import TypedDict

from steersman.session.clusters.choice import Priors
from steersman.session.clusters.suggestion import Basis
from steersman.session.shapes import EntryValues


class TypicalWordValues(TypedDict):
    word: str
    share: float


class DistinguishingWordValues(TypedDict):
    word: str
    odds: float
    deviations: float


class ClusterValues(TypedDict):
    """One cluster, or several that were merged."""

    number: int
    name: str
    given: bool
    """Whether a person gave the name."""
    clusters: int
    """How many clusters were merged into it."""
    size: int
    typical: list[TypicalWordValues]
    distinguishing: list[DistinguishingWordValues]
    center: tuple[float, float] | None


class ClusterFigureValues(TypedDict):
    """How well clusters and categories agree, by one measure."""

    name: str
    value: float
    low: float
    high: float
    method: str


class ComparisonValues(TypedDict):
    """Clusters compared with the categories of the data."""

    categories: list[str]
    category_sizes: list[int]
    clusters: list[int]
    """Numbers of clusters in the order of the rows."""
    table: list[list[int]]
    """Rows are clusters, columns categories."""
    partners: dict[str, str]
    """The category that each cluster is matched with, by its number."""
    figures: list[ClusterFigureValues]
    rows: int
    several: int
    used: int


class FoundSettings(TypedDict):
    """The settings with which clusters were found."""

    clusters: int
    method: str
    priors: Priors
    alpha: float
    starts: int
    seed: int
    kept: float
    """The share of the known labels that was kept."""


class FoundClusters(TypedDict):
    """The current clusters and how they were found."""

    settings: FoundSettings
    history: list[float]
    climbs: str
    clusters: list[ClusterValues]
    comparison: ComparisonValues | None


class ClusterMethodValues(EntryValues):
    """A way to look for clusters."""

    climbs: str
    """What its curve shows."""


class ClusterSuggestion(TypedDict):
    """How many clusters to start with, what that rests on, and the most that were tried."""

    clusters: int
    basis: Basis
    tried: int


class ClustersGround(TypedDict):
    """The data and settings that can be chosen for clustering."""

    row_word: str
    """What a row and what it holds are called: documents have words, rows of a table values."""
    term_word: str
    methods: list[ClusterMethodValues]
    most_clusters: int
    rows: int
    labeled: int
    categories: int
    """All categories of the data."""
    known_categories: int
    """Those that some row has alone: their labels can be kept."""
    bounds: tuple[float, float, float, float]
    """x low, x high, y low, y high"""
    suggested: str
    """A free name for a data set labeled by the clusters."""
    suggestion: ClusterSuggestion


class ClustersView(ClustersGround):
    """The view of the clusters room; the columns `map.xy` and `map.cluster` are its map."""

    found: FoundClusters | None


class ClusterLineValues(TypedDict):
    """One document of a cluster in a line."""

    row: int
    id: str
    text: str
    cosine: float
    lead: float
    rival: str


class ClusterFrame(TypedDict):
    """The most typical documents of a cluster, and those nearest to leaving it."""

    number: int
    typical: list[ClusterLineValues]
    borderline: list[ClusterLineValues]


class ClusterWordValues(TypedDict):
    word: str
    push: float


class PlacedFrame(TypedDict):
    """One document, and how each of its words speaks for its cluster against the next best."""

    row: int
    id: str
    labels: list[str]
    cluster: int
    name: str
    rival: str
    known: bool
    by_hand: bool
    """Whether a person put it into its cluster."""
    is_mixture: bool
    lead: float
    cosine: float
    start: float
    words: list[ClusterWordValues]
    rest: float
    pieces: list[tuple[str, float | None]]
    """The text in pieces, each with the push of its word, or null."""


class RoundNews(TypedDict):
    """One round of a search under way."""

    start: int
    round: int
    objective: float


FRAMES = {"cluster": ClusterFrame, "placed": PlacedFrame}
NEWS = {"clusters": RoundNews}
VIEW = ClustersView
NAMED = {"Priors": Priors, "Basis": Basis}
