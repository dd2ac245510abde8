"""Models by name, with the knobs a person can turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.catalog.catalog import (
        BY_NAME,
        LIKELIHOOD_KNOBS,
        MODELS,
        CatalogEntry,
        model_named,
        why_not_offered,
    )
    from steersman.learn.catalog.count_roots import CountRoots
    from steersman.learn.catalog.dense_rows import DenseRows
    from steersman.learn.catalog.fitting import fit_or_refuse

__all__ = [
    "BY_NAME",
    "LIKELIHOOD_KNOBS",
    "MODELS",
    "CatalogEntry",
    "CountRoots",
    "DenseRows",
    "fit_or_refuse",
    "model_named",
    "why_not_offered",
]

__getattr__ = lazy_exports(__name__, __file__)
