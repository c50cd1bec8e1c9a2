"""The room decide."""
