"""Estimators over `maths`, steering, and the catalogue of models with their knobs."""
