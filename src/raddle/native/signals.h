/* Signals, cancellation, other processes and other code, for the files that have to do with them. Included by runtime.h. */
#ifndef RADDLE_SIGNALS_H
#define RADDLE_SIGNALS_H
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct rd_thread;

#define RD_SIGNALS_END 65
#define RD_SIGNAL_BIT(number) (1ull << ((number) - 1))

/* what a thread knows of signals; bit n - 1 stands for signal n */
struct rd_thread_signals {
    uint64_t noted;   /* those that wait for it */
    uint64_t sent;    /* of these, those the program sent itself */
    uint64_t blocked; /* its mask */
    uint64_t awaited; /* those it takes by sigwait and its kin */
    bool in_call;     /* it is in a system call of outside.c: what arrives interrupts it */
    bool interrupted; /* its last blocking operation */
    siginfo_t infos[RD_SIGNALS_END];
};

/* whether a handler that ran while an operation blocked ends the operation */
enum rd_interruptible { RD_UNINTERRUPTED, RD_RESTARTED, RD_INTERRUPTED };

#pragma GCC visibility push(hidden)

/* ---- signals.c */
extern bool rd_has_signal_handlers; /* or it waits for signals otherwise */
extern uint64_t rd_process_signals; /* sent to the process, and no thread would take them */
extern siginfo_t rd_process_infos[RD_SIGNALS_END];
void rd_expect_signals(struct rd_thread *thread); /* once: it has handlers, timers or waits for signals */
struct sigaction rd_action(int number);           /* the program's */
bool rd_is_handler(const struct sigaction *action);
int rd_set_action(int number, const struct sigaction *action);
void rd_take_over_signal(int number); /* it arrives here, also where the program has no handler */
void rd_expect_faults(void); /* from now on it is noted who waits when the program crashes */
void rd_leave_system_call(void *context); /* it returns EINTR */
uint64_t rd_bits_of(const sigset_t *set);
uint64_t rd_set_mask(uint64_t mask); /* the kernel's; returns what it was */
void rd_look_at_mask(struct rd_thread *thread);
int rd_next_signal(const struct rd_thread *thread); /* to be delivered before its next event; 0: none */
bool rd_must_take_signals(const struct rd_thread *thread); /* before its pending operation */
bool rd_take_signals(struct rd_thread *thread, enum rd_interruptible how); /* true: what blocked is interrupted */
void rd_take_signals_at_load(void); /* of the calling thread */
extern bool rd_fault_is_handled;
void rd_forget_signal(struct rd_thread *thread, int number);
void rd_tell_info(struct rd_thread *thread, int number, bool sent, siginfo_t *info);
bool rd_may_be_woken_by_a_signal(void);

/* ---- sigwait.c */
extern uint64_t rd_signals_by_descriptor; /* by signalfd */

/* ---- send.c */
void rd_signal_process(struct rd_thread *target, int number, const siginfo_t *info); /* of a timer */
void rd_mark_signal(struct rd_thread *target, int number, const siginfo_t *info); /* null: the process */

/* ---- timers.c */
uint64_t rd_timer_deadline(void); /* of the first to run out, or RD_FOREVER */
bool rd_fire_timers(void);        /* those whose time has come; true: there were some */

/* ---- cancel.c */
#define RD_NUDGE (SIGRTMAX - 1)
extern bool rd_cancels; /* somebody was asked to end */
bool rd_must_cancel(const struct rd_thread *thread); /* instead of its pending operation */
bool rd_begin_cancel(struct rd_thread *thread); /* RD_CANCELLED; false: not any more */
void rd_end_cancel(void) __attribute__((noreturn));
void rd_test_cancel(struct rd_thread *thread);
void rd_nudge(const struct rd_thread *thread);

/* ---- fork.c */
void rd_switch_off_in_child(void);
void rd_note_shared_object(const void *object); /* its attributes say that processes share it */

/* ---- strangers.c */
/* notes that a library without hooks does this; its own doings are not recorded */
enum rd_strange { RD_CREATES_THREADS, RD_LOCKS, RD_STRANGE_KINDS };
void rd_note_stranger(const void *caller, enum rd_strange what);

#pragma GCC visibility pop

#endif
