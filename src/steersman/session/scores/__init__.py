"""The scores room: how good the scores of the current model are."""
