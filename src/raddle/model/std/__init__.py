"""STD, the traces of RAPID (`T0|r(V1)|345`): read, made trace programs, and printed."""
