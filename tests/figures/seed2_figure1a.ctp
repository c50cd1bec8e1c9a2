# Atomicity violations, figure 1(a): the transaction is serializable, since x is 0 at t3 unless t2 has happened.
shared x = 0

thread T1
  atomic {
    t1: a := x
    t2: x := a + 1
  }

thread T2
  t3: b := x
  t4: if(b > 0)
  t5: x := 5

trace t1 t2 t3 t4 t5
