"""Ctp + a property of it -> Query. One file per axiom; each states its formula and where it comes from."""
