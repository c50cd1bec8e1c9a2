# Atomicity violations, figure 6: the violation t1 t5 t2 leads to a branch not taken: only a prefix shows it.
shared x = 0

thread T1
  atomic {
    t1: x := 0
    t2: a := x + 1
  }
  t3: if(a == 1)
  t4: x := 2

thread T2
  t5: x := 3
  t6: b := x

trace t1 t2 t3 t4 t5 t6
