"""Every classifier of ours in the catalog takes weights of rows."""

from importlib import import_module

from sklearn.utils.validation import has_fit_parameter

from steersman.learn.catalog import MODELS


def test_every_classifier_of_ours_takes_sample_weight() -> None:
    homes = [entry.home.split(":") for entry in MODELS if entry.home.startswith("steersman")]
    kinds = [getattr(import_module(module), kind) for module, kind in homes]
    assert len(kinds) > 8
    assert [kind.__name__ for kind in kinds if not has_fit_parameter(kind, "sample_weight")] == []
