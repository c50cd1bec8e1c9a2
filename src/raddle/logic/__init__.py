"""Terms over bit-vectors, truth values and the order of points; what they evaluate to; queries. Knows no threads."""
