"""A failing run and a detail -> `Slice`."""
