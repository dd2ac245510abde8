"""The choice of the clusters room, and the methods to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Literal, NamedTuple, get_args

from steersman.errors import SteersmanError, check_range
from steersman.session.state import RoomChoice

Priors = Literal["free", "tied"]
"""Whether clusters may differ in size."""

CLUSTERS_RANGE = (2, 60)
STARTS_RANGE = (1, 20)
MOST_KEPT = 0.9
LONGEST_NAME = 60
MOST_SEED = 1_000_000


class Method(NamedTuple):
    """A way of finding clusters; `{row}` in its texts is replaced by "document" or "row"."""

    title: str
    summary: str
    climbs: str  # what its curve shows

    def worded_for(self, row: str) -> Method:
        """The method with "document" or "row" in its texts."""
        return Method(self.title, self.summary.format(row=row), self.climbs.format(row=row))


METHODS = {
    "k-means": Method(
        "Spherical k-means (cosine)",
        "Each {row} belongs to the cluster with the most similar direction.",
        "sum of cosines",
    ),
    "em": Method(
        "Mixture, EM",
        "Each {row} belongs to every cluster with some probability.",
        "log likelihood",
    ),
    "generalized": Method(
        "Mixture, generalized EM",
        "Like EM, with half steps.",
        "log likelihood",
    ),
    "stochastic": Method(
        "Mixture, stochastic EM",
        "Clusters are drawn at random by their probabilities; the best round is used.",
        "log likelihood",
    ),
    "variational": Method(
        "Mixture, variational",
        "Accounts for uncertainty about the clusters themselves.",
        "evidence lower bound",
    ),
    "hard": Method(
        "Mixture, hard EM",
        "Each {row} belongs to its most likely cluster only.",
        "log likelihood of {row}s and clusters",
    ),
}


@dataclass(frozen=True)
class ClusterSettings:
    """How clusters are looked for. The same settings give the same clusters, bit for bit.

    `kept` is the share of the documents with one label whose label is kept while the others are
    placed; `alpha`, `priors` and `kept` matter to the mixtures only.
    """

    clusters: int = 10
    method: str = "k-means"
    priors: Priors = "free"
    alpha: float = 0.1  # docs/clusters-room.md says why
    starts: int = 3
    seed: int = 0
    kept: float = 0.0

    @property
    def is_mixture(self) -> bool:
        return self.method != "k-means"


@dataclass(frozen=True)
class ClusterChoice(RoomChoice):
    """The current clusters: how they were found, which were made and merged, and their names.

    `made` has the rows of each cluster that was made by hand, a bit for each row. `groups` has for
    each cluster the one it now belongs to, or is empty when none were merged; `names` are by the
    number of the group. Other documents have other clusters: it does not go along to other data.
    """

    room = "clusters"

    found: ClusterSettings | None = None
    groups: tuple[int, ...] = ()
    made: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    def group_of(self, n_clusters: int) -> tuple[int, ...]:
        """The group of each cluster."""
        return self.groups or tuple(range(n_clusters))

    def fits(self, n_clusters: int) -> bool:
        """Whether the groups are groups of so many clusters, each with its first one's number."""
        groups = self.group_of(n_clusters)
        return len(groups) == n_clusters and all(
            0 <= group <= place and groups[group] == group for place, group in enumerate(groups)
        )

    def with_made(self, mask: str, n_clusters: int) -> ClusterChoice:
        """The choice with one more cluster, made by hand, after `n_clusters` others."""
        groups = (*self.groups, n_clusters) if self.groups else ()
        return replace(self, groups=groups, made=(*self.made, mask))

    def with_merge(self, first: int, second: int, n_clusters: int) -> ClusterChoice:
        """Both groups under the lower number; of two names the first one's is kept."""
        low, high = sorted((first, second))
        groups = tuple(low if group == high else group for group in self.group_of(n_clusters))
        name = self.names.get(str(first)) or self.names.get(str(second))
        names = {k: v for k, v in self.names.items() if k not in (str(first), str(second))}
        return replace(self, groups=groups, names=names | ({str(low): name} if name else {}))

    def with_name(self, group: int, name: str) -> ClusterChoice:
        """The group under a name; an empty one gives it its number back."""
        others = {k: v for k, v in self.names.items() if k != str(group)}
        if name in others.values():
            raise SteersmanError(
                f"another cluster is called {name!r}",
                todo="choose another name, or merge the two",
                code="cluster-name-taken",
                name=name,
            )
        if len(name) > LONGEST_NAME:
            raise SteersmanError(
                f"the name is {len(name)} characters long",
                todo=f"use at most {LONGEST_NAME}",
                code="name-too-long",
                length=len(name),
                longest=LONGEST_NAME,
            )
        return replace(self, names=others | ({str(group): name} if name else {}))


def checked_settings(wanted: ClusterSettings, rows: int, labeled: int) -> ClusterSettings:
    """The settings, if clusters of so many rows can be found with them."""
    low, high = CLUSTERS_RANGE
    check_range("clusters", wanted.clusters, low, min(high, rows))
    if wanted.method not in METHODS:
        raise SteersmanError(
            f"unknown method {wanted.method!r}",
            todo=f"choose from: {', '.join(METHODS)}",
            code="unknown-method",
            method=wanted.method,
        )
    if wanted.priors not in get_args(Priors):
        raise SteersmanError(
            f"unknown priors {wanted.priors!r}",
            todo="choose free or tied",
            code="unknown-priors",
            priors=wanted.priors,
        )
    if not (isfinite(wanted.alpha) and wanted.alpha > 0):
        raise SteersmanError(
            f"smoothing {wanted.alpha:g} would make unseen words impossible",
            todo="enter a number above 0, such as 1",
            code="bad-smoothing",
            smoothing=wanted.alpha,
        )
    check_range("starts", wanted.starts, *STARTS_RANGE)
    check_range("seed", wanted.seed, 0, MOST_SEED)
    return checked_label_share(wanted, labeled)


def checked_label_share(wanted: ClusterSettings, labeled: int) -> ClusterSettings:
    """The settings, if that share of the labels can be kept."""
    # The labels that are not kept say how well their rows were placed.
    check_range("kept", wanted.kept, 0, MOST_KEPT)
    if wanted.kept and not wanted.is_mixture:
        raise SteersmanError(
            "k-means cannot keep known labels",
            todo="choose one of the mixtures",
            code="method-cannot-keep-labels",
            method=wanted.method,
        )
    if wanted.kept and not labeled:
        raise SteersmanError(
            "there are no labels to keep", todo="set the share to 0", code="no-labels"
        )
    return wanted
