"""The text format of trace programs: parsed, printed, and the CSSA form as the papers print it."""
