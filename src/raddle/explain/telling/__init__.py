"""A slice -> what a person is told."""
