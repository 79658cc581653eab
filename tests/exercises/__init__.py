"""The exercise layer: every kind, right and wrong."""
