"""From abstract fixes to edited C and C++ text, and unified diffs.

In: a `Fix` in terms of source lines, and the texts of the user's sources. Out: whole new texts (writing.py), or
`Refused` with the reason. The syntax tree only says where statements begin and end: what stands outside the edits stays
as it is, byte for byte. The tree knows nothing of types or macros, so whoever uses a patch compiles and verifies it.
"""
