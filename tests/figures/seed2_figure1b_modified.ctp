# Atomicity violations, section 1: figure 1(b) without signal and wait. Now t1 t5 t2 is a real violation.
shared x = 0

thread T1
  atomic {
    t1: x := 1
    t2: a := x + 1
  }

thread T2
  t5: x := 3

trace t1 t2 t5
