# Atomicity violations, figure 1(b): the signal keeps t5 out of the transaction.
# The paper gives the trace as t1 t2 t3 t4 t5; a signal that comes before the wait is lost, so t4 begins before t3.
shared x = 0
condition c

thread T1
  atomic {
    t1: x := 1
    t2: a := x + 1
  }
  t3: signal(c)

thread T2
  t4: wait(c)
  t5: x := 3

trace t1 t2 t4 t3 t4' t5
