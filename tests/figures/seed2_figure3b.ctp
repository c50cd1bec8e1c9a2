# Atomicity violations, figure 3, second example: figure 1(b) with its condition as a flag (the paper names both (a)).
# Order of the trace: see seed2_figure1b.ctp.
shared x = 0, c = 0

thread T1
  atomic {
    t1: assume(true) { x := 1 }
    t2: assume(true) { a := x + 1 }
  }
  t3: assume(true) { c := 1 }

thread T2
  t4: assume(true) { c := 0 }
  t4': assume(c > 0) { c := 0 }
  t5: assume(true) { x := 3 }

trace t1 t2 t4 t3 t4' t5
