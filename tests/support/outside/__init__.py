"""Programs whose failure depends on what lies outside the program's own code: library functions x kinds of memory x
ways in which the value travels x properties. Each has a failing schedule by construction, and a twin that has none.

`functions` says what a function is to a program; `strings`, `numbers`, `cxx`, `kept`, `others` are tables of them.
`memories` and `ways` are two more axes, `program` puts a text together and numbers them all, `shown` runs the failing
schedule natively, `judged` asks raddle.
"""
