# Atomicity violations, figure 2(b): the maximal causal model of figure 1(b). The order is seed2_figure1b.ctp's.
shared x = 0
condition c

thread T1
  atomic {
    t1: x := 1
    t2: assume(x == 1)
  }
  t3: signal(c)

thread T2
  t4: wait(c)
  t5: x := 3

trace t1 t2 t4 t3 t4' t5
