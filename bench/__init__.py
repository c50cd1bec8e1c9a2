"""Measurements: each table is a module of bench.tables, run by `python -m bench TABLE [--size N]`."""
