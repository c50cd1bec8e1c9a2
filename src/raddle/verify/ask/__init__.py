"""Questions about paths, and who answers them."""
