"""One thread of a recording -> what it did, statement by statement."""
