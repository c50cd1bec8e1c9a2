# Atomicity violations, figure 2(a): the maximal causal model of figure 1(a), with the values read and written.
shared x = 0

thread T1
  atomic {
    t1: assume(x == 0)
    t2: x := 1
  }

thread T2
  t3: assume(x == 1)
  t4: skip
  t5: x := 5

trace t1 t2 t3 t4 t5
