"""The paper's own formulas, slow and plain: the second way to every slice."""
