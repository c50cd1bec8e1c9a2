# Predictive analysis, figure 1: the executed statements (x = y = 0 initially; l is a counting semaphore).
# The assertion fails in (t1-t4)(t9-t12), which no happens-before model predicts from this trace.
shared x = 0, y = 0
semaphore l = 1

thread T1
  t1: a := x
  t2: acq(l)
  t3: x := 2 + a
  t4: rel(l)
  t5: y := 1 + a
  t6: acq(l)
  t7: x := 1 + a
  t8: rel(l)

thread T2
  t9: b := 0
  t10: acq(l)
  t11: if(x > b)
  t12: assert(y == 1)
  t13: rel(l)

trace t1..t8 t9..t11 t13
