/* What Python tells the runtime about a run: a text file named by the environment variable RADDLE_CONTROL, read once before
 * main and then removed from the environment (children of the program run unrecorded). Without it the program behaves as if
 * it had been compiled plainly. One directive a line; thread names are creation paths (main, main.1, main.1.2):
 *
 *   recording FILE             to append to: file header, META and IR chunks are already in it
 *   policy default|random      who runs next where the schedule does not say: see choose.c
 *   seed N                     of the random policy
 *   quantum N                  visible events after which a thread must let others run (fairness)
 *   spinning 0|1               default 1: a thread that only repeats itself gives way; 0: when its quantum is over
 *   idle N                     end the run (RD_OUTCOME_LIMIT) when for so many visible events all that can run only spin
 *   first THREAD               default policy: it runs whenever it can, unless it spins
 *   last THREAD                default policy: it runs only where no other can, or all others spin
 *   segment THREAD UPTO        the schedule: THREAD runs until it has performed UPTO visible events; in order
 *   strict 0|1                 1: a segment that cannot be followed ends the run (RD_DIVERGED); 0: it is skipped
 *   choice THREAD COUNT WOKEN  the signal that is event COUNT of THREAD wakes thread WOKEN
 *   timeout THREAD COUNT       the timed operation that is event COUNT of THREAD times out (needed only where it could succeed)
 *   signal THREAD COUNT NUMBER the signal comes to THREAD before its event COUNT, or is what a wait that is that event takes
 *   input THREAD KIND VALUE    fed back to that thread's calls of that kind (RD_INPUT_*), in order
 *   nondet VALUE               for __VERIFIER_nondet_*, in the order of their calls; then 1, or small random with nondet_seed
 *   nondet_seed N
 *   explore 0|1                1: an RD_PENDING record for every live thread before every visible event
 *   stop_at_end 0|1            1: the run ends (RD_SCHEDULE_END, _exit(0)) when the schedule has been followed to its end
 *   circles 0|1                1: the run ends (RD_OUTCOME_DEADLOCK) as soon as, with the schedule at its end, threads wait for
 *                              each other in a circle; 0: when the process ends, or others have gone on for long
 *   spurious 0|1               condition variables may wake for no reason
 *   times_by_thread 0|1        0: no clock runs backwards, over all threads: a time that was fed back and is less than what
 *                              somebody was told before is not told; 1: each thread is told what it is fed, whatever the order
 *   events N                   end the run (RD_OUTCOME_LIMIT) after N visible events in all
 *   alone N                    events while there is only one thread do not count as such: of these there may be N
 *   bytes N                    end the run (RD_OUTCOME_LIMIT) when the recording would grow beyond N bytes
 *   watchdog 0|1               default 1
 *   parent PID                 end with that process, however it ends: it is the one that started this
 */
#ifndef RADDLE_CONTROL_H
#define RADDLE_CONTROL_H
#define RD_CONTROL_VARIABLE "RADDLE_CONTROL"
#define RD_EXIT_STATUS_ENDED 86 /* _exit status when the runtime itself ends the run: deadlock, divergence, assume, limit */
#endif
