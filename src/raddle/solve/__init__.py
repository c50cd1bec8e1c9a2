"""Query -> Sat | Unsat | Unknown. Knows formulas, not programs; one file imports each solver."""
