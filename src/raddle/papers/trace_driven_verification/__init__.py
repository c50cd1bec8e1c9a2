"""Questions about paths (model/paths) step by step, as seed 3 puts them: the reference for encode/paths."""
