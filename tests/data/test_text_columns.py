"""Several text columns: counted together, or each by itself."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from tests.errors import raises

from steersman import load, load_model, open_partitions, save_model
from steersman.data.arrow.documents import JoinedDocuments
from steersman.data.text_parts import text_parts
from steersman.learn.explain import raw_feature_groups
from steersman.learn.files.column_prints import column_prints
from steersman.learn.files.raw_model import raw_model
from steersman.text import TextCounter

MAIL = pd.DataFrame(
    {
        "subject": ["free boats", None, "sails", "free"],
        "body": ["come sail", "free boats now", "sails torn", None],
        "links": [1, 0, 3, 2],
        "kind": ["spam", "ham", "ham", "spam"],
    }
)
PLAIN = TextCounter(stoplist=None, stem=False)
TEXTS = ["subject", "body"]


def scikit_learn_counts(column: str) -> tuple[np.ndarray, list[str]]:
    counter = CountVectorizer(token_pattern=r"\w+")
    counts = counter.fit_transform(MAIL[column].fillna("")).toarray()
    return counts, [f"{column}: {term}" for term in counter.get_feature_names_out()]


@pytest.mark.parametrize("kind", ["frame", "file"])
def test_columns_counted_apart_equal_scikit_learns_counts_of_each(kind, tmp_path) -> None:
    source: object = MAIL
    if kind == "file":
        source = tmp_path / "mail.csv"
        MAIL.to_csv(source, index=False)
    data = load(source, label="kind", text=TEXTS, text_columns="apart", counter=PLAIN)
    (subject, names), (body, others) = (scikit_learn_counts(column) for column in TEXTS)
    assert data.feature_names == (*names, *others)
    assert data.X.toarray().tolist() == np.hstack([subject, body]).tolist()
    assert list(data.text) == [
        "free boats\ncome sail",
        "free boats now",
        "sails\nsails torn",
        "free",
    ]
    assert isinstance(data.text, JoinedDocuments)
    assert list(data.rows([2, 0]).text.parts["subject"]) == ["sails", "free boats"]


def test_together_the_words_of_both_columns_are_one_feature() -> None:
    data = load(MAIL, label="kind", text=TEXTS, counter=PLAIN)
    assert data.feature_names == ("boats", "come", "free", "now", "sail", "sails", "torn")
    assert data.X.toarray()[2].tolist() == [0, 0, 0, 0, 0, 2, 1]


def test_numbers_stand_beside_columns_counted_apart() -> None:
    roles = {"subject": "text", "body": "text", "links": "number"}
    data = load(MAIL, label="kind", roles=roles, text_columns="apart", counter=PLAIN)
    parts = text_parts(data.from_raw)
    assert [part.columns for part in parts] == [("subject",), ("body",)]
    assert [name for part in parts for name in part.names()] == list(data.feature_names[1:])
    assert parts[0].start == 1
    assert parts[-1].stop == data.n_features
    groups = raw_feature_groups(data.from_raw)
    assert groups.names == data.feature_names


def test_a_saved_model_counts_new_files_apart(tmp_path) -> None:
    data = load(MAIL, label="kind", text=TEXTS, text_columns="apart", counter=PLAIN)
    model = LogisticRegression().fit(data.X, data.y)
    save_model(raw_model(data, model), tmp_path / "mail.skops", label="kind")
    again = load_model(tmp_path / "mail.skops")
    swapped = MAIL.rename(columns={"subject": "body", "body": "subject"})
    assert again.predict_proba(MAIL).tolist() == model.predict_proba(data.X).tolist()
    assert not np.allclose(again.predict_proba(swapped), again.predict_proba(MAIL))
    titles = [each.title for each in column_prints(again, MAIL, MAIL)]
    assert titles == [f"{what} {name}" for name in TEXTS for what in ("length of", "new words in")]


def test_partitions_refuse_to_count_apart(tmp_path) -> None:
    MAIL.to_csv(tmp_path / "mail.csv", index=False)
    with raises("option-needs-memory", option="text_columns"):
        open_partitions(tmp_path / "mail.csv", label="kind", text=TEXTS, text_columns="apart")
