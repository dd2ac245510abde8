"""Data sets as the rooms see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.session.datasets.corpus import corpus_of

__all__ = ["corpus_of"]

__getattr__ = lazy_exports(__name__, __file__)
