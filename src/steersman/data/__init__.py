"""Datasets: the frozen `Dataset`, `load` for names, files and frames, seeded splits.

Names load on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_names

if TYPE_CHECKING:
    from steersman.data.collections.by_name import Listed, available
    from steersman.data.collections.fetching import fetch
    from steersman.data.dataset import Dataset, Label, Provenance
    from steersman.data.first_look.sniffing import sniff
    from steersman.data.loading import load
    from steersman.data.positive_class import suggested_positive
    from steersman.data.sketch import ColumnSketch, Finding, Sketch
    from steersman.data.splits import fold_numbers, folds, held_out_rows, sealed_rows

__all__ = [
    "ColumnSketch",
    "Dataset",
    "Finding",
    "Label",
    "Listed",
    "Provenance",
    "Sketch",
    "available",
    "fetch",
    "fold_numbers",
    "folds",
    "held_out_rows",
    "load",
    "sealed_rows",
    "sniff",
    "suggested_positive",
]

HOMES = {
    "ColumnSketch": "steersman.data.sketch",
    "Finding": "steersman.data.sketch",
    "Sketch": "steersman.data.sketch",
    "sniff": "steersman.data.first_look.sniffing",
    "Dataset": "steersman.data.dataset",
    "Label": "steersman.data.dataset",
    "Listed": "steersman.data.collections.by_name",
    "Provenance": "steersman.data.dataset",
    "available": "steersman.data.collections.by_name",
    "fetch": "steersman.data.collections.fetching",
    "fold_numbers": "steersman.data.splits",
    "folds": "steersman.data.splits",
    "held_out_rows": "steersman.data.splits",
    "load": "steersman.data.loading",
    "sealed_rows": "steersman.data.splits",
    "suggested_positive": "steersman.data.positive_class",
}

__getattr__ = lazy_names(__name__, HOMES)


def __dir__() -> list[str]:
    return sorted(__all__)
