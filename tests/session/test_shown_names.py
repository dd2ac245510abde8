"""Stems are shown as whole words wherever a person reads them."""

from __future__ import annotations

from dataclasses import replace

import pandas
import pytest

from steersman.data import Dataset, load
from steersman.session import Session
from steersman.session.clusters.actions import AskPlaced, FindClusters, OpenClusters
from steersman.session.clusters.choice import ClusterSettings
from steersman.session.datasets.corpus import corpus_of
from steersman.session.plane.actions import Inspect, Search
from steersman.text import TextCounter

NOTES = [
    "companies sailing to foggy harbors",
    "a company's boats sailing",
    "the company is sailing past harbors",
    "universities teaching cookery, teaching cooks",
    "the university's teaching of easy cookery",
    "university teaching",
] * 4
LABELS = (["sea"] * 3 + ["land"] * 3) * 4


@pytest.fixture(scope="module")
def notes() -> Dataset:
    return load(pandas.DataFrame({"note": NOTES, "kind": LABELS}), label="kind", text="note")


def test_each_stem_is_shown_as_its_commonest_word(notes: Dataset) -> None:
    shown = dict(zip(notes.feature_names, corpus_of(notes).feature_labels))
    assert shown["compani"] == "company"
    assert shown["univers"] == "university"
    assert shown["sail"] == "sailing"
    assert shown["cookeri"] == "cookery"


def test_runs_of_stems_are_shown_word_by_word() -> None:
    frame = pandas.DataFrame({"note": NOTES, "kind": LABELS})
    pairs = load(frame, label="kind", text="note", counter=TextCounter(ngrams=2))
    assert "universities teaching" not in corpus_of(pairs).feature_labels
    assert "university teaching" in corpus_of(pairs).feature_labels


def test_terms_behind_the_name_of_their_column_are_whole_words_too_and_are_found() -> None:
    frame = pandas.DataFrame({"note": NOTES, "kind": LABELS, "port": ["Oslo", "Rome"] * 12})
    mixed = load(frame, roles={"kind": "label", "note": "text", "port": "category"})
    corpus = corpus_of(mixed)
    assert {"note: company", "port=Oslo"} <= set(corpus.feature_labels)
    assert Session(mixed).perform(Search("Companies")).values["count"] == 12


def test_words_that_were_never_stemmed_or_were_counted_elsewhere_stay_as_they_are(
    notes: Dataset,
) -> None:
    unknown = replace(notes, from_raw=None)
    assert "company" in corpus_of(unknown).feature_labels
    frame = pandas.DataFrame({"note": NOTES, "kind": LABELS})
    plain = load(frame, label="kind", text="note", counter=TextCounter(stem=False))
    for dataset in (plain, replace(plain, from_raw=None)):
        assert corpus_of(dataset).feature_labels == dataset.feature_names


def test_clusters_and_documents_speak_in_whole_words(notes: Dataset) -> None:
    session = Session(notes)
    session.perform(OpenClusters())
    found = session.perform(FindClusters(ClusterSettings(2))).values["clusters"]["found"]
    told = {term["word"] for cluster in found["clusters"] for term in cluster["distinguishing"]}
    assert {"company", "university", "sailing"} <= told
    placed = session.perform(AskPlaced(0)).values
    assert "company" in {word["word"] for word in placed["words"]}
    assert "companies" in {piece for piece, push in placed["pieces"] if push is not None}
    document = session.perform(Inspect(0)).values["document"]
    assert {"company", "sailing"} <= {word["word"] for word in document["words"]}
