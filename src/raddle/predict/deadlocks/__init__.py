"""Where a deadlock could be: the lock graph says where to look, the search asks, place by place."""
