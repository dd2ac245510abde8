"""The spam filter of the lectures on Ling-Spam: naive Bayes over a dictionary of frequent words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from steersman.data import load
from steersman.pictures import require_matplotlib
from steersman.text import TextCounter
from steersman_benchmarks.likelihood_spaces.pictures import Series, write_chart
from steersman_benchmarks.spam_filter.judgments import (
    FilterQuality,
    TunedFilter,
    chosen_filter,
    filter_quality,
    recall_curve,
    tuned_filter,
)
from steersman_benchmarks.spam_filter.models import (
    FILTERS,
    NAIVE_BAYES,
    Floats,
    Mail,
    held_out_scores,
    mail_of,
)
from steersman_benchmarks.spam_filter.report import (
    CURVES,
    SIZES_PICTURE,
    PreparedMails,
    SpamStudy,
    report,
    size_name,
)

Progress = Callable[[str, float], object]
SIZES: tuple[int | None, ...] = (100, 300, 1000, 3000, 10_000, None)
PREPARED_SIZE = 3000
LEAST_DRAWN = 0.8  # recall and precision where the curves are drawn from
TUNED = (*NAIVE_BAYES, "sklearn LinearSVC")
PEERS = {"Bernoulli": "sklearn BernoulliNB", "multinomial": "sklearn MultinomialNB"}
PREPARATIONS = {
    "all words": TextCounter(stoplist=None, stem=False, min_length=1),
    "without stop words": TextCounter(stoplist="scikit-learn", stem=False, numbers=False),
    "without stop words, stems": TextCounter(stoplist="scikit-learn", numbers=False),
}
Scores = dict[tuple[str, int | None], Floats]


def reproduce(out_dir: Path, progress: Progress) -> dict[str, object]:
    """Write `report.md` and its pictures into `out_dir`; the figures come back as plain values."""
    require_matplotlib()
    out_dir.mkdir(parents=True, exist_ok=True)
    progress("Reading Ling-Spam", 0.0)
    mails = {name: mail_of(load("lingspam", counter=each)) for name, each in PREPARATIONS.items()}
    with threadpool_limits(1):
        study, mail, scores = study_of(mails, SIZES, PREPARED_SIZE, progress)
    draw(out_dir, study, mail, scores)
    (out_dir / "report.md").write_text(report(study), encoding="utf-8")
    progress("Done", 1.0)
    return asdict(study)


def study_of(
    mails: Mapping[str, Mail],
    sizes: tuple[int | None, ...],
    prepared_size: int,
    progress: Progress,
) -> tuple[SpamStudy, Mail, Scores]:
    """Every figure of the study; the last preparation is the one that is looked into."""
    mail = list(mails.values())[-1]
    prepared = []
    for name, each in mails.items():
        progress(f"Preparations: {name}", 0.05)
        found = {
            kind: filter_quality(each, held_out_scores(each, each.parts, kind, prepared_size) > 0)
            for kind in NAIVE_BAYES
        }
        prepared.append(PreparedMails(name, each.X.shape[1], found))
    scores: Scores = {}
    for size in sizes:
        progress(f"Ten parts, {size_name(size)} words", 0.1)
        scores |= {(name, size): held_out_scores(mail, mail.parts, name, size) for name in FILTERS}
    moved = thresholds(mail, scores, sizes, progress)
    study = SpamStudy(
        mails=len(mail.part),
        spam=int(mail.spam.sum()),
        parts=len(mail.parts),
        prepared=prepared,
        prepared_size=prepared_size,
        plain=by_size({key: filter_quality(mail, found > 0) for key, found in scores.items()}),
        tuned=by_size({key: found.reached for key, found in moved.items()}),
        chosen=chosen_filter(mail, moved),
        score_gap=max(
            float(np.abs(scores[ours, size] - scores[peer, size]).max())
            for ours, peer in PEERS.items()
            for size in sizes
        ),
    )
    return study, mail, scores


def thresholds(
    mail: Mail, scores: Scores, sizes: tuple[int | None, ...], progress: Progress
) -> dict[tuple[str, int | None], TunedFilter]:
    """Each filter with its cut-off moved for the wanted recall."""
    jobs = [(name, size) for size in sizes for name in TUNED]
    total, done = len(jobs) * len(mail.parts), 0

    def tick() -> None:
        nonlocal done
        done += 1
        progress("Thresholds from the other parts", 0.15 + 0.8 * done / total)

    return {
        (name, size): tuned_filter(mail, scores[name, size], name, size, tick)
        for name, size in jobs
    }


def by_size(
    found: Mapping[tuple[str, int | None], FilterQuality],
) -> dict[str, dict[str, FilterQuality]]:
    """The figures by filter, then by the name of the size."""
    filters = dict.fromkeys(name for name, _ in found)
    return {
        name: {size_name(size): each for (one, size), each in found.items() if one == name}
        for name in filters
    }


def draw(out_dir: Path, study: SpamStudy, mail: Mail, scores: Scores) -> None:
    """Precision against recall, and precision by the size of the dictionary."""
    largest = list(scores)[-1][1]
    curves = []
    for name in TUNED:
        recall, precision = recall_curve(mail, scores[name, largest])
        seen = np.minimum(recall, precision) > LEAST_DRAWN
        curves.append(Series(name, recall[seen], precision[seen], joined=True, marked=False))
    write_chart(
        out_dir / CURVES,
        f"Ling-Spam, mails held out by part, {size_name(largest)} words",
        ("recall of spam", "precision of spam"),
        curves,
    )
    sizes = list(study.tuned[TUNED[0]])
    across = np.arange(len(sizes), dtype=np.float64)
    by_words = []
    for name in TUNED:
        found = [each.precision for each in study.tuned[name].values()]
        middle = np.array([figure.value for figure in found])
        half = np.array([(figure.high - figure.low) / 2 for figure in found])
        by_words.append(Series(name, across, middle, half, joined=True))
    write_chart(
        out_dir / SIZES_PICTURE,
        "Precision with the cut-off moved for recall 0.95, chosen on the other parts",
        ("words in the dictionary", "precision of spam"),
        by_words,
        sizes,
    )
