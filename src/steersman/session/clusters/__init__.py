"""The clusters room: from documents without labels to labels."""
