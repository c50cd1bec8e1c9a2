# Trace-driven verification, figure 1 with a = 1, b = 0: section 2's trace. Events have the lines' numbers.
# Line 5 fails where line 7 comes between lines 2 and 5; it is never reached where line 7 comes between lines 1 and 2.
shared y = 0

thread T1
  t1: y := 1 + 1
  t2: if(y >= 2)
  t5: assert(y >= 2)

thread T2
  t6: if(0 >= 0)
  t7: y := 0 + 1

trace t1 t2 t5 t6 t7
