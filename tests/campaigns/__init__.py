"""Longer campaigns, each with a size: `make campaign NAME=fidelity SIZE=20`. Never part of `make test`."""
