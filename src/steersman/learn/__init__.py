"""Estimators over `maths`, steering, and the catalog of models with their knobs."""
