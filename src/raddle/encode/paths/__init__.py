"""Questions about paths (model/paths) as queries: who takes part, and in which order."""
