"""One module a table: what `bench.table.Table` asks for."""
