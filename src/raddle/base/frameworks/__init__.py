"""Test frameworks: which calls say that a check has failed, and which files are a framework's own."""
