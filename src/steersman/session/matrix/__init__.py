"""The matrix room: steering a model by its confusion matrix, and the models on the way."""
