"""Every language of Snowball has a stemmer and a stoplist that fit together."""

from __future__ import annotations

import pytest
import Stemmer
from tests.errors import raises

from steersman.text import TextCounter, stop_words
from steersman.text.languages import LANGUAGES, function_words
from steersman.text.look import document_look


def test_the_languages_are_those_of_snowball() -> None:
    variants = {"porter", "dutch_porter"}  # other stemmers of English and Dutch
    assert set(LANGUAGES) == set(Stemmer.algorithms()) - variants


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_languages_own_function_words_are_left_out(language: str) -> None:
    listed = stop_words(language)
    assert len(listed) >= 60
    counter = TextCounter(stoplist=language, stem=language)
    assert counter.analyze(" ".join(function_words(language))) == []
    assert counter.analyze("steersman") != []


def test_english_stop_words_are_function_words_only() -> None:
    content = {"call", "bill", "find", "system", "fire", "interest", "ill", "mine"}
    assert content & stop_words("scikit-learn") >= {"call", "bill", "system"}
    assert not content & stop_words("english")
    assert {"the", "she", "between", "would", "because", "not", "don't"} <= stop_words("english")


def test_words_are_added_to_the_stoplist_and_kept_from_it() -> None:
    counter = TextCounter(stem=False, extra_stop_words=["Boat’s", "sea"], keep_words=("not",))
    assert counter.analyze("The boat's sail is not at sea") == ["sail", "not"]


def test_german_is_stemmed_and_its_function_words_are_gone() -> None:
    counter = TextCounter(stoplist="german", stem="german")
    assert counter.analyze("Die Schiffe segeln über das Meer") == ["schiff", "segel", "meer"]


def test_an_elided_word_is_taken_off_the_next_in_french_and_not_in_english() -> None:
    french = TextCounter(stoplist="french", stem=False)
    assert french.analyze("L’arbre qu'elle n'a pas vu aujourd'hui") == [
        "arbre",
        "vu",
        "aujourdhui",
    ]
    assert TextCounter(stem=False).analyze("d'artagnan's sword") == ["dartagnan", "sword"]


def test_a_look_says_what_becomes_of_each_word() -> None:
    counter = TextCounter(ngrams=2, numbers=False)
    text = "The boats sail in 1987, x boats sail"
    look = document_look(counter, text)
    assert [(token.word, token.why) for token in look.tokens if token.why] == [
        ("the", "stop word"),
        ("in", "stop word"),
        ("1987", "number"),
        ("x", "too short"),
    ]
    counts = dict(look.counts)
    assert counts == {"boat": 2, "sail": 2, "boat sail": 2, "sail boat": 1}
    counter.binary = True
    assert set(dict(document_look(counter, text).counts).values()) == {1}


def test_a_wrong_length_of_run_is_one_sentence() -> None:
    for wrong in (0, 6, 1.5, True):
        with raises("ngrams-invalid"):
            TextCounter(ngrams=wrong).fit(["some words"])
