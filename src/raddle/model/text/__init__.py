"""The text format of trace programs: parsed and printed."""
