# Atomicity violations, section 1: figure 1(a) with t4 changed to b >= 0. Now t1 t3 t4 t5 t2 is a real violation.
shared x = 0

thread T1
  atomic {
    t1: a := x
    t2: x := a + 1
  }

thread T2
  t3: b := x
  t4: if(b >= 0)
  t5: x := 5

trace t1 t2 t3 t4 t5
