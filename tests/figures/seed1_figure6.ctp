# Predictive analysis, figures 5 and 6: the reduced (maximal) causal model of the modified example, concrete.
shared x = 0, y = 0
semaphore l = 1

thread T1
  t1: assume(x == 0)
  t2: acq(l)
  t3': x := 1
  t4: rel(l)
  t5: y := 1
  t6: acq(l)
  t7: x := 1
  t8: rel(l)

thread T2
  t9: skip
  t10: acq(l)
  t11: assume(x == 1)
  t12: assert(y == 1)
  t13: rel(l)

trace t1..t8 t9..t13
