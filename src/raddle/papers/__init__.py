"""The papers' own formulas, as they were published: slow, plain, and what everything else must agree with.

docs/papers.md says which five papers they are, and what ours does otherwise. What stands here has rules of its own for
synchronisation, and takes nothing from `encode/` or the machine (`lint-imports` checks it): an independent witness.
"""
