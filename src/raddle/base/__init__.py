"""What every room may use: ids, source places, errors and exit statuses, processes, the executor, cache, compiler.

In: nothing of ours. Out: small types and the doors to the world outside. Key types: `Finished`, `Toolchain`, `Cache`,
`SourcePlace`, `RaddleError`.
"""
