"""The clusters room: from documents without labels to labels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.session.actions import Change, Query, actions_in
from steersman.session.clusters import actions
from steersman.session.clusters.choice import (
    METHODS,
    ClusterChoice,
    ClusterSettings,
    checked_settings,
)
from steersman.session.clusters.dataset import (
    add_labeled,
    clusters_file,
    free_name,
    labeled_dataset,
)
from steersman.session.clusters.fit import Clustering, found_clusters
from steersman.session.clusters.groups import ClusterGroups
from steersman.session.clusters.inputs import ClusterInput, cluster_input
from steersman.session.clusters.made_clusters import (
    checked_selection,
    mask_rows,
    row_mask,
    smaller_part,
    with_made_clusters,
)
from steersman.session.clusters.shapes import ClustersView
from steersman.session.clusters.views import (
    cluster_names,
    cluster_view,
    ground_values,
    groups_values,
    placed_view,
)
from steersman.session.datasets.corpus import Corpus
from steersman.session.ledger import Registry
from steersman.session.room import Room, RoomSet
from steersman.session.state import State, on_other_data
from steersman.session.views import Column, View
from steersman.tasks import Task


class ClusterRoom(Room):
    """The actions and queries of the clusters room; clusterings are kept by their settings."""

    name = ClusterChoice.room
    actions = actions_in(actions)
    choice = ClusterChoice

    def __init__(self, rooms: RoomSet) -> None:
        self.library = rooms.library
        self.corpora: Registry[str, Corpus] = rooms.ledger.registry()
        self.grounds: Registry[str, ClusterInput] = rooms.ledger.registry()
        self.clusterings: Registry[tuple[object, ...], Clustering] = rooms.ledger.registry()
        self.arranged: Registry[tuple[object, ...], ClusterGroups] = rooms.ledger.registry()
        self.shown: tuple[object, ClustersView] | None = None

    def apply(self, corpus: Corpus, state: State, action: Change, task: Task) -> State:
        """The state after an action of this room."""
        match action:
            case actions.OpenClusters():
                self.ground(corpus, task)
                return state.with_choice(state.choice(ClusterChoice) or ClusterChoice())
            case actions.FindClusters(settings):
                self.find(corpus, settings, task)
                return state.with_choice(ClusterChoice(settings))
            case actions.NameCluster(cluster, name):
                groups, choice = self.groups(corpus, state), choice_of(state)
                groups.place(cluster)
                wanted = " ".join(name.split())
                others = cluster_names(groups, choice.with_name(cluster, wanted), corpus)
                if list(others.values()).count(wanted) > 1:
                    raise SteersmanError(
                        f"another cluster is already called {wanted!r}",
                        todo="choose another name, or merge the two",
                        code="cluster-name-taken",
                        name=wanted,
                    )
                return state.with_choice(choice.with_name(cluster, wanted))
            case actions.MergeClusters(first, second):
                groups, choice = self.groups(corpus, state), choice_of(state)
                if groups.place(first) == groups.place(second):
                    raise SteersmanError(
                        "a cluster cannot be merged with itself",
                        todo="choose another one",
                        code="merged-with-itself",
                        cluster=first,
                    )
                merged = choice.with_merge(first, second, groups.clustering.n_clusters)
                return state.with_choice(merged)
            case actions.MakeCluster(rows):
                groups = self.groups(corpus, state)
                count = len(groups.numbers)
                chosen = checked_selection(rows, groups.ground.rows, count, corpus.row_word)
                return self.with_made(state, groups, chosen)
            case actions.SplitCluster(cluster):
                groups, choice = self.groups(corpus, state), choice_of(state)
                own = np.flatnonzero(groups.places == groups.place(cluster))
                seed = choice.found.seed if choice.found else 0
                part = smaller_part(groups.ground, own, seed, task)
                count = len(groups.numbers)
                checked_selection(part.tolist(), groups.ground.rows, count, corpus.row_word)
                return self.with_made(state, groups, part)
            case actions.LabelByClusters(name):
                return self.with_cluster_labels(corpus, state, " ".join(name.split()), task)
            case _:
                raise TypeError(f"{type(action).__name__} is not done in the clusters room")

    def with_made(self, state: State, groups: ClusterGroups, rows: NDArray[np.int64]) -> State:
        """The state with one more cluster, made of these rows."""
        mask = row_mask(rows, groups.ground.rows)
        return state.with_choice(choice_of(state).with_made(mask, groups.clustering.n_clusters))

    def follow(self, corpus: Corpus, now: State, state: State, task: Task) -> State:  # noqa: ARG002
        """The state after a change elsewhere; clusters that a link names are found again."""
        choice = state.choice(ClusterChoice)
        if choice is None:
            return state
        self.ground(corpus, task)
        if choice.found is None:
            return state
        key = (corpus.dataset.name, choice.found)
        if key not in self.clusterings:
            self.find(corpus, choice.found, task)
        whole = all(len(mask_rows(mask, corpus.rows)) for mask in choice.made)
        fits = whole and choice.fits(self.clusterings[key].n_clusters + len(choice.made))
        return state if fits else state.with_choice(ClusterChoice(choice.found))

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:
        """Documents of a cluster, or one document."""
        groups = self.groups(corpus, state)
        names = cluster_names(groups, choice_of(state), corpus)
        match query:
            case actions.AskCluster(cluster):
                return cluster_view(corpus, groups, names, cluster)
            case actions.AskPlaced(row):
                return placed_view(corpus, groups, names, row)
            case actions.SaveClusters():
                return clusters_file(corpus, groups, names, task)
            case _:
                raise TypeError(f"{type(query).__name__} is not asked in the clusters room")

    def view(self, corpus: Corpus, state: State) -> View | None:
        """The map, and the clusters on it once they were found; None while the room is closed."""
        choice, name = state.choice(ClusterChoice), corpus.dataset.name
        if choice is None or self.corpora.get(name) is not corpus:
            return None
        ground = self.grounds[name]
        suggested = free_name(self.library, name)
        columns = [Column("map.xy", ground.points, ("map", name))]
        arranged = (name, choice.found, choice.groups, choice.made)
        key = (*arranged, tuple(sorted(choice.names.items())), suggested)
        if choice.found is not None:
            groups = self.groups(corpus, state)
            columns.append(Column("map.cluster", groups.labels.astype(np.uint32), arranged))
        if self.shown is None or self.shown[0] != key:
            found = groups_values(corpus, groups, choice) if choice.found is not None else None
            self.shown = (key, {**ground_values(corpus, ground, suggested), "found": found})
        return View(self.name, self.shown[1], tuple(columns))

    def describe(self, action: Change) -> str:
        """A few words for the history on what an action did."""
        match action:
            case actions.OpenClusters():
                return "opened Clusters"
            case actions.FindClusters(settings):
                return f"{settings.clusters} clusters, {METHODS[settings.method].title}"
            case actions.NameCluster(cluster, name):
                return (
                    f"named cluster {cluster + 1} {name}"
                    if name
                    else f"unnamed cluster {cluster + 1}"
                )
            case actions.MergeClusters(first, second):
                return f"merged clusters {first + 1} and {second + 1}"
            case actions.MakeCluster(rows):
                return f"new cluster of {len(rows):,}"
            case actions.SplitCluster(cluster):
                return f"split cluster {cluster + 1}"
            case actions.LabelByClusters(name):
                return f"new data set {name}"
            case _:
                return type(action).__name__

    def ground(self, corpus: Corpus, task: Task) -> ClusterInput:
        """The documents as this room sees them, looked at once."""
        name = corpus.dataset.name
        before, known = self.corpora.get(name), self.grounds.get(name)
        # Another data set may have taken the name since, or rows have other labels.
        if before is not corpus:
            self.forget(name)
        if name not in self.grounds:
            same = before is not None and before.dataset.X is corpus.dataset.X
            if same and known is not None:
                self.grounds[name] = known.with_labels_of(corpus)
            else:
                self.grounds[name] = cluster_input(corpus, task)
            self.corpora[name] = corpus
        return self.grounds[name]

    def forget(self, name: str) -> None:
        """Drop everything that is kept for a name, because other data has it now."""
        self.grounds.pop(name, None)
        for key in [key for key in self.clusterings if key[0] == name]:
            del self.clusterings[key]
        for key in [key for key in self.arranged if key[0] == name]:
            del self.arranged[key]
        self.shown = None

    def find(self, corpus: Corpus, settings: ClusterSettings, task: Task) -> None:
        """Find clusters with these settings, once."""
        ground = self.ground(corpus, task)
        key = (corpus.dataset.name, settings)
        if key not in self.clusterings:
            checked_settings(settings, ground.rows, ground.labeled_rows)
            self.clusterings[key] = found_clusters(ground, settings, task)

    def groups(self, corpus: Corpus, state: State) -> ClusterGroups:
        """The current clusters as they were made, merged and named."""
        choice = choice_of(state)
        if choice.found is None:
            raise SteersmanError(
                "there are no clusters yet", todo="find clusters first", code="no-clusters"
            )
        name = corpus.dataset.name
        found, ground = self.clusterings[(name, choice.found)], self.grounds[name]
        key = (name, choice.found, choice.groups, choice.made)
        if key not in self.arranged:
            clustering = with_made_clusters(found, ground, choice.made, choice.found)
            grouped = choice.group_of(clustering.n_clusters)
            self.arranged[key] = ClusterGroups(ground, clustering, grouped, found.n_clusters)
        return self.arranged[key]

    def with_cluster_labels(self, corpus: Corpus, state: State, name: str, task: Task) -> State:
        """The state on a new data set that has the clusters as its labels."""
        groups, choice = self.groups(corpus, state), choice_of(state)
        names = cluster_names(groups, choice, corpus)
        task.report("creating the data set")
        made = labeled_dataset(corpus, groups, names, choice, name)
        add_labeled(self.library, made, corpus)
        return on_other_data(state, name, self.library.corpora[name].first_category())


def choice_of(state: State) -> ClusterChoice:
    """The choice of the clusters room; an error while it is closed."""
    return state.open_choice(ClusterChoice, "Clusters")
