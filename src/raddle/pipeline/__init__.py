"""The public door, and the story in one page: the stages in order. Every loop over runs lives here.

A file for each group of commands, so that each loads what it needs (decision 42).

record    C files or a program -> capture.build -> capture.run -> a recording
check     record -> walk -> model -> predict -> replay each finding (check/) -> a Result
verify    record -> walk -> paths -> ask for failures and for what is behind the paths -> run that -> ... (verify/)
show      a recording -> trace.recording -> trace.walk -> trace.print
import    an STD trace -> model.std -> a trace program in text
export    a recording or a trace program in text -> model -> model.std -> an STD trace
replay    a recording, a witness, or a program with a schedule -> replay.replay
explain   a witness -> replay.replay, or a failing recording -> explain: its slice, and the nearest run that passes
diagnose  a first run -> all paths, those that fail too -> sets of orders that make it fail (diagnose/)
repair    a diagnosis -> patches (repair/), each built and verified
check-fix a witness and a patch -> built with it -> verify
explore   a program -> replay.explore: every schedule of it
"""
