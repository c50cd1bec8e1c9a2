"""Chain + an assertion of it -> Violated, Holds or Undecided: encode, solve, decode, run on the machine, minimise."""
