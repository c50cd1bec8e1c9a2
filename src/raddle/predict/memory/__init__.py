"""Memory errors: which goals are asked, and what comes of them."""
