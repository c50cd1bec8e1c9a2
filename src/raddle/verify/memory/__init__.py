"""Memory errors over paths: what is given back, what is used after that, and accesses beside their object."""
