# Atomicity violations, figure 3, first example: the symbolic representation of figure 1(a). Its CSSA form is figure 4.
shared x = 0

thread T1
  atomic {
    t1: assume(true) { a := x }
    t2: assume(true) { x := a + 1 }
  }

thread T2
  t3: assume(true) { b := x }
  t4: assume(b > 0) { }
  t5: assume(true) { x := 5 }

trace t1 t2 t3 t4 t5
