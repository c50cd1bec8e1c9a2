# Predictive analysis, figure 2: the symbolic representation of figure 1, with the semaphore as a shared variable.
# Its CSSA form is figure 3.
shared x = 0, y = 0, l = 1

thread T1
  t1: assume(true) { a := x }
  t2: assume(l > 0) { l := l - 1 }
  t3: assume(true) { x := 2 + a }
  t4: assume(true) { l := l + 1 }
  t5: assume(true) { y := 1 + a }
  t6: assume(l > 0) { l := l - 1 }
  t7: assume(true) { x := 1 + a }
  t8: assume(true) { l := l + 1 }

thread T2
  t9: assume(true) { b := 0 }
  t10: assume(l > 0) { l := l - 1 }
  t11: assume(x > b) { }
  t12: assert(y == 1)
  t13: assume(true) { l := l + 1 }

trace t1..t8 t9..t13
