# Predictive analysis, section 6: figure 1 with t3 replaced by t3': x := 1 + a. The error is still there.
# The maximal causal model predicts it now: see seed1_figure6.ctp.
shared x = 0, y = 0
semaphore l = 1

thread T1
  t1: a := x
  t2: acq(l)
  t3': x := 1 + a
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
