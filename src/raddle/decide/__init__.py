"""Questions about a trace program in, answers out. Today: the search of all states."""
