"""Views of the clusters room: the clusters, their words, their documents."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from steersman.session.clusters.choice import (
    CLUSTERS_RANGE,
    METHODS,
    ClusterChoice,
    ClusterSettings,
)
from steersman.session.clusters.comparison import comparison_values
from steersman.session.clusters.groups import ClusterGroups
from steersman.session.clusters.inputs import ClusterInput
from steersman.session.clusters.shapes import (
    ClusterFrame,
    ClusterLineValues,
    ClustersGround,
    DistinguishingWordValues,
    FoundClusters,
    FoundSettings,
    PlacedFrame,
    TypicalWordValues,
)
from steersman.session.clusters.suggestion import UNKNOWN
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.row_text import check_row, one_line
from steersman.session.views import View

SHOWN_TERMS = 12
MOST_EXAMPLES = 25
MOST_WORDS = 40
WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def ground_values(corpus: Corpus, ground: ClusterInput, suggested: str) -> ClustersGround:
    """The settings that can be chosen for a corpus, and the bounds of its points."""
    low, high = ground.bounds
    return {
        "row_word": corpus.row_word,
        "term_word": corpus.term_word,
        "methods": [
            {
                "name": name,
                "title": method.title,
                "summary": method.summary,
                "climbs": method.climbs,
            }
            for name, method in (
                (name, method.worded_for(corpus.row_word)) for name, method in METHODS.items()
            )
        ],
        "most_clusters": min(CLUSTERS_RANGE[1], ground.rows),
        "rows": ground.rows,
        "labeled": ground.labeled_rows,
        "categories": ground.categories,
        "known_categories": len(np.unique(ground.category[ground.category != UNKNOWN])),
        "bounds": (float(low[0]), float(high[0]), float(low[1]), float(high[1])),
        "suggested": suggested,
        "suggestion": {
            "clusters": ground.suggestion.clusters,
            "basis": ground.suggestion.basis,
            "tried": ground.suggestion.tried,
        },
    }


def cluster_names(groups: ClusterGroups, choice: ClusterChoice, corpus: Corpus) -> dict[int, str]:
    """The name of each group: the given one, its first category, or its number."""
    begun = {
        group: corpus.categories[category]
        for group, category in zip(groups.group_of, groups.clustering.category)
        if category >= 0 and group in groups.numbers
    }
    return {
        number: choice.names.get(str(number)) or begun.get(number) or f"cluster {number + 1}"
        for number in groups.numbers
    }


def groups_values(corpus: Corpus, groups: ClusterGroups, choice: ClusterChoice) -> FoundClusters:
    """The current clusters and how they were found."""
    assert choice.found is not None, "clusters were found"  # noqa: S101
    names = cluster_names(groups, choice, corpus)
    return {
        "settings": settings_values(choice.found),
        "history": list(groups.clustering.history),
        "climbs": METHODS[choice.found.method].worded_for(corpus.row_word).climbs,
        "clusters": [
            {
                "number": number,
                "name": names[number],
                "given": str(number) in choice.names,
                "clusters": len(groups.members(place)),
                "size": int(groups.sizes[place]),
                "typical": typical_terms(corpus.feature_labels, groups, place),
                "distinguishing": distinguishing_terms(corpus.feature_labels, groups, place),
                "center": center_of(groups, place),
            }
            for place, number in enumerate(groups.numbers)
        ],
        "comparison": comparison_values(corpus, groups),
    }


def settings_values(settings: ClusterSettings) -> FoundSettings:
    return {
        "clusters": settings.clusters,
        "method": settings.method,
        "priors": settings.priors,
        "alpha": settings.alpha,
        "starts": settings.starts,
        "seed": settings.seed,
        "kept": settings.kept,
    }


def typical_terms(
    names: Sequence[str], groups: ClusterGroups, place: int
) -> list[TypicalWordValues]:
    """The most probable terms of a group: their shares of all its words."""
    counts = groups.term_counts[place]
    total = max(float(counts.sum()), 1.0)
    return [
        {"word": names[term], "share": float(counts[term] / total)}
        for term in np.argsort(-counts, kind="stable")[:SHOWN_TERMS]
        if counts[term] > 0
    ]


def distinguishing_terms(
    names: Sequence[str], groups: ClusterGroups, place: int
) -> list[DistinguishingWordValues]:
    """The terms that speak most clearly for a group against the others."""
    difference, deviations = (part[place] for part in groups.odds)
    return [
        {
            "word": names[term],
            "odds": float(difference[term]),
            "deviations": float(deviations[term]),
        }
        for term in np.argsort(-deviations, kind="stable")[:SHOWN_TERMS]
        if deviations[term] > 0 and groups.term_counts[place, term] > 0
    ]


def center_of(groups: ClusterGroups, place: int) -> tuple[float, float] | None:
    """The place of a group's name on the map: the middle of its fullest square."""
    own = np.flatnonzero(groups.places == place)
    if not len(own):
        return None
    squares = groups.ground.squares[own]
    fullest = own[squares == np.bincount(squares).argmax()]
    middle = groups.ground.points[fullest].astype(np.float64).mean(axis=0)
    return float(middle[0]), float(middle[1])


def cluster_view(
    corpus: Corpus, groups: ClusterGroups, names: Mapping[int, str], number: int
) -> View:
    """The most typical documents of a group, and those nearest to leaving it."""
    place = groups.place(number)
    rows = np.flatnonzero(groups.places == place)
    typical = rows[np.argsort(-groups.typicality[rows], kind="stable")[:MOST_EXAMPLES]]
    # Rows that were not placed by the model are on no border.
    given = groups.by_hand | (groups.clustering.known != UNKNOWN)
    placed = rows[~given[rows]]
    border = placed[np.argsort(groups.leads[placed], kind="stable")[:MOST_EXAMPLES]]

    def lines(chosen: NDArray[np.int64]) -> list[ClusterLineValues]:
        return [line_values(corpus, groups, names, int(row)) for row in chosen]

    values = ClusterFrame(number=number, typical=lines(typical), borderline=lines(border))
    return View("cluster", values)


def line_values(
    corpus: Corpus, groups: ClusterGroups, names: Mapping[int, str], row: int
) -> ClusterLineValues:
    """One document in a line."""
    return {
        "row": row,
        "id": str(corpus.dataset.ids[row]),
        "text": one_line(row_text(corpus, row)),
        "cosine": float(groups.typicality[row]),
        "lead": float(groups.leads[row]),
        "rival": names[groups.numbers[int(groups.rivals[row])]],
    }


def row_text(corpus: Corpus, row: int) -> str:
    """A row's own text, or the names of what it holds."""
    if corpus.dataset.text is not None:
        return corpus.dataset.text[row]
    return ", ".join(corpus.feature_labels[term] for term in corpus.present.row(row))


def placed_view(corpus: Corpus, groups: ClusterGroups, names: Mapping[int, str], row: int) -> View:
    """One document, and how each of its words speaks for its cluster against the next best."""
    check_row(row, corpus)
    place, rival = int(groups.places[row]), int(groups.rivals[row])
    own, other = groups.best_member(row, place), groups.best_member(row, rival)
    clustering = groups.clustering
    held = groups.design[row]
    weights = clustering.table[held.indices, own] - clustering.table[held.indices, other]
    pushes = held.data * weights
    strongest = np.argsort(-np.abs(pushes), kind="stable")[:MOST_WORDS]
    push_of = {int(held.indices[each]): float(pushes[each]) for each in strongest}
    start = float(clustering.bias[own] - clustering.bias[other])
    values: PlacedFrame = {
        "row": row,
        "id": str(corpus.dataset.ids[row]),
        "labels": [] if len(corpus.categories) < 2 else corpus.labels(row),
        "cluster": groups.numbers[place],
        "name": names[groups.numbers[place]],
        "rival": names[groups.numbers[rival]],
        "known": groups.was_known(row),
        "by_hand": bool(groups.by_hand[row]),
        "is_mixture": clustering.is_mixture,
        "lead": float(groups.leads[row]),
        "cosine": float(groups.typicality[row]),
        "start": start,
        "words": [
            {"word": corpus.feature_labels[term], "push": push} for term, push in push_of.items()
        ],
        "rest": float(pushes.sum()) - sum(push_of.values()),
        "pieces": marked_text(corpus, row, push_of),
    }
    return View("placed", values)


def marked_text(
    corpus: Corpus, row: int, push_of: Mapping[int, float]
) -> list[tuple[str, float | None]]:
    """The text in pieces, each with the push of its word, or null."""
    text = row_text(corpus, row)
    known: dict[str, float | None] = {}
    pieces: list[tuple[str, float | None]] = []
    end = 0
    for match in WORD.finditer(text):
        word = match[0]
        if word not in known:
            terms = (corpus.column_of.get(each, -1) for each in corpus.spellings(word))
            known[word] = next((push_of[term] for term in terms if term in push_of), None)
        if known[word] is not None:
            pieces += [(text[end : match.start()], None)] if match.start() > end else []
            pieces.append((word, known[word]))
            end = match.end()
    return [*pieces, (text[end:], None)] if end < len(text) else pieces
