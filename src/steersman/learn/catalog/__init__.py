"""Models by name, with the knobs a person can turn."""

from steersman.learn.catalog.catalog import (
    BY_NAME,
    LIKELIHOOD_KNOBS,
    MODELS,
    CatalogEntry,
    model_named,
)
from steersman.learn.catalog.count_roots import CountRoots

__all__ = ["BY_NAME", "LIKELIHOOD_KNOBS", "MODELS", "CatalogEntry", "CountRoots", "model_named"]
