"""What a word is, by example and by the rule's own properties."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steersman.text import words
from steersman.text.tokens import normalized_text


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("Don't stop", ["don't", "stop"]),
        ("don’t ‘quote’", ["don't", "quote"]),
        ("rock 'n' roll, the dogs' bowl", ["rock", "n", "roll", "the", "dogs", "bowl"]),
        ("o''clock", ["o", "clock"]),
        ("Café CAFÉ cafe\u0301", ["café", "café", "café"]),
        ("e-mail snake_case", ["e", "mail", "snake", "case"]),
        ("1,234.5 in 1987", ["1", "234", "5", "in", "1987"]),
        ("ﬁnance ｗｉｄｅ", ["finance", "wide"]),
        ("soft\u00adhyphen zero\u200bwidth", ["softhyphen", "zerowidth"]),
        ("東京タワー。大阪", ["東京タワー", "大阪"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("“quoted”—dash…€5", ["quoted", "dash", "5"]),
        ("broken \ud800 surrogate", ["broken", "surrogate"]),
        ("nul\x00byte\ttab\nline", ["nul", "byte", "tab", "line"]),
        ("", []),
        ("'''", []),
    ],
)
def test_words_of_documents(document: str, expected: list[str]) -> None:
    assert words(document) == expected


@given(st.text())
def test_a_word_holds_only_letters_marks_numbers_and_inner_apostrophes(document: str) -> None:
    for word in words(document):
        assert not word.startswith("'")
        assert not word.endswith("'")
        assert all(unicodedata.category(c)[0] in "LMN" for c in word if c != "'")


@given(st.text())
def test_cutting_the_words_again_changes_nothing(document: str) -> None:
    assert words(" ".join(words(document))) == words(document)


@given(st.text(alphabet=st.characters()))
def test_every_spelled_document_can_be_encoded(document: str) -> None:
    text = normalized_text(document + "\ud800é")
    assert text.encode().decode() == text
