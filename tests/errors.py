"""Assertions on the errors that users cause: on their codes and fields, not on their sentences."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from steersman.errors import SteersmanError

__all__ = ["raises"]


@contextmanager
def raises(code: str, **fields: object) -> Iterator[pytest.ExceptionInfo[SteersmanError]]:
    """Expect a user's error with this code whose fields include the given ones."""
    with pytest.raises(SteersmanError) as caught:
        yield caught
    error = caught.value
    assert error.code == code, f"{error.code} {error.fields}: {error}"
    assert {name: error.fields.get(name) for name in fields} == fields
