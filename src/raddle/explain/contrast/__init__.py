"""A failing run -> the nearest run that passes, and how it differs."""
