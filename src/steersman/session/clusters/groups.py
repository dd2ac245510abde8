"""Clusters as a person has arranged them: merged, split, made by hand, and with names."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.special import logsumexp
from sklearn.preprocessing import normalize

from steersman._cached import cached_property
from steersman.errors import SteersmanError
from steersman.maths.clustering import TermOdds, term_odds
from steersman.session.clusters.fit import Clustering
from steersman.session.clusters.inputs import ClusterInput
from steersman.session.clusters.suggestion import UNKNOWN

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ClusterGroups:
    """Groups of clusters; a group has the number of its first cluster. Columns are groups."""

    ground: ClusterInput
    clustering: Clustering
    group_of: tuple[int, ...]  # (clusters,)
    found: int  # of the clusters, the first ones, that were found; the rest was made by hand

    @property
    def design(self) -> csr_matrix:
        """(rows, terms) what the clustering looks at."""
        return self.ground.design(is_mixture=self.clustering.is_mixture)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The groups there are, in order; those that lost all rows to others are gone."""
        groups = set(self.group_of)
        if self.found < len(self.group_of):
            groups &= set(self.labels.tolist())
        return tuple(sorted(groups))

    @cached_property
    def by_hand(self) -> NDArray[np.bool_]:
        """(rows,) whether a person put the row into its cluster."""
        return np.asarray(self.clustering.labels >= self.found)

    @cached_property
    def labels(self) -> Ints:
        """(rows,) the group of each row."""
        return np.asarray(self.group_of)[self.clustering.labels]

    @cached_property
    def places(self) -> Ints:
        """(rows,) the same as a place in `numbers`."""
        return np.searchsorted(self.numbers, self.labels)

    def place(self, group: int) -> int:
        """The position of a group in `numbers`."""
        if group not in self.numbers:
            raise SteersmanError(
                f"there is no cluster {group + 1}",
                todo=f"choose one of {', '.join(str(each + 1) for each in self.numbers)}",
                code="unknown-cluster",
                cluster=group,
                clusters=tuple(self.numbers),
            )
        return self.numbers.index(group)

    def members(self, place: int) -> Ints:
        """The clusters of a group."""
        return np.flatnonzero(np.asarray(self.group_of) == self.numbers[place])

    @cached_property
    def scores(self) -> Floats:
        """(rows, groups): the best of a group's cosines; the log of its summed probabilities."""
        scores = np.asarray(self.design @ self.clustering.table + self.clustering.bias)
        columns = [scores[:, self.members(place)] for place in range(len(self.numbers))]
        if self.clustering.is_mixture:
            # Probabilities of merged components add up; cosines do not, so there the best one
            # counts.
            return np.column_stack([logsumexp(column, axis=1) for column in columns])
        return np.column_stack([column.max(axis=1) for column in columns])

    @cached_property
    def sizes(self) -> Ints:
        """(groups,) how many rows each has."""
        return np.bincount(self.places, minlength=len(self.numbers))

    @cached_property
    def term_counts(self) -> Floats:
        """(groups, terms) how often each term occurs in the rows of each group."""
        return np.asarray((self.membership() @ self.ground.counts).toarray())

    @cached_property
    def odds(self) -> TermOdds:
        """How the use of each term differs from the other groups'."""
        return term_odds(self.term_counts)

    @cached_property
    def typicality(self) -> Floats:
        """(rows,) the cosine of each row with the direction of its own group."""
        directions = normalize((self.membership() @ self.ground.weights).toarray())
        cosines = self.ground.weights @ directions.T
        return np.asarray(cosines[np.arange(len(self.places)), self.places])

    @cached_property
    def rivals(self) -> Ints:
        """(rows,) the place of the best other group; the row's own where there is none."""
        if len(self.numbers) == 1:
            return self.places
        others = self.scores.copy()
        # So that the row's own group cannot win.
        others[np.arange(len(self.places)), self.places] = -np.inf
        return np.asarray(others.argmax(axis=1))

    @cached_property
    def leads(self) -> Floats:
        """(rows,) by how much the row's own group leads: in cosine, or in log odds."""
        rows = np.arange(len(self.places))
        return np.asarray(self.scores[rows, self.places] - self.scores[rows, self.rivals])

    def best_member(self, row: int, place: int) -> int:
        """The cluster of a group that a row suits best."""
        members = self.members(place)
        clustering = self.clustering
        scores = self.design[row] @ clustering.table[:, members] + clustering.bias[members]
        return int(members[int(np.argmax(scores))])

    def was_known(self, row: int) -> bool:
        """Whether the row's label was kept, so that nothing placed it."""
        return bool(self.clustering.known[row] != UNKNOWN)

    def membership(self) -> csr_matrix:
        """(groups, rows) ones."""
        rows = np.arange(len(self.places))
        shape = (len(self.numbers), len(rows))
        return csr_matrix((np.ones(len(rows)), (self.places, rows)), shape=shape)
