"""Questions about paths (model/graph.py) as queries: what graphs need besides the axioms. Which events take place,
which order does not depend on the run, complete runs and facts about them."""
