# A trace program: what two threads did, in any order. The flag is set before the data that it stands for.
shared data = 0, ready = 0

thread writer
  ready := 1
  data := 42

thread reader
  assume(ready == 1)
  assert(data == 42)
