/* What the files of the runtime share.
 *
 * The runtime lives inside another program. Its rules:
 * - One registered thread runs at a time: the one that holds the baton. Only the holder touches the model of the locks, the
 *   recording's shared streams and the counters, so a hook needs no lock. Handing the baton on is the one thing done under
 *   rd_lock, because the watchdog and threads that come back from the kernel take part in it.
 * - A hook calls no function that the runtime interposes. Where the real one is meant it says rd_real.name; where only the
 *   kernel is meant it says rd_syscall, which leaves errno alone.
 * - Nothing here allocates with malloc: memory of the runtime comes from rd_take, and lives as long as the process.
 * - rd_page is null whenever hooks must do nothing: not recording, in a thread that is not registered, in a thread that waits
 *   for the baton (a signal handler may run there), in a forked child.
 * - The program sees no file descriptor, no environment variable and no byte of its own objects changed.
 * - What is written stands in shared mappings of the recording, so that it survives any end of the process.
 */
#ifndef RADDLE_RUNTIME_H
#define RADDLE_RUNTIME_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#undef _FORTIFY_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "control.h"
#include "effects.h"
#include "hooks.h"
#include "real.h"
#include "signals.h"
#include "system.h"
#include "trace_format.h"

#define RD_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define RD_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define RD_FOREVER UINT64_MAX
#define RD_MAX_THREADS 16384

#pragma GCC visibility push(hidden) /* the program cannot see our names */

/* ---- a run's state */

enum rd_mode {
    RD_MODE_UNDECIDED, /* before start.c has run */
    RD_MODE_OFF,       /* no recording asked for, or a forked child */
    RD_MODE_ON
};
extern enum rd_mode rd_mode;

static inline uint64_t rd_address(const volatile void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

struct rd_thread;
typedef bool (*rd_ready)(const struct rd_thread *thread);

/* What a thread will do when it is scheduled next. */
struct rd_pending {
    uint8_t kind;      /* RD_ACCESS or a sync kind; RD_OUTSIDE and RD_BACK: what comes next is not known */
    bool timed;        /* it may also time out */
    bool may_be_spurious;
    uint8_t interruptible; /* enum rd_interruptible */
    uint64_t object;
    uint64_t extra;    /* RD_PENDING's extra */
    uint64_t deadline; /* of a timed one, in nanoseconds of the virtual clock */
    rd_ready ready;    /* can it happen now? null: always */
};

enum rd_status {
    RD_STATUS_NEW,  /* created, RD_START not yet performed */
    RD_STATUS_LIVE,
    RD_STATUS_OUTSIDE, /* in the kernel, without the baton */
    RD_STATUS_ENDED
};

/* Bump allocation between fixed addresses. */
struct rd_arena {
    uint64_t base;
    uint64_t next;
    uint64_t mapped; /* up to here memory is there */
    uint64_t end;
    uint64_t overflow; /* how many overflow slots were taken behind it */
};

#define RD_MAX_KEYS 1024
struct rd_key_value {
    uint64_t sequence; /* of the key for which it was set */
    const void *value;
};

struct rd_thread_destructor {
    struct rd_thread_destructor *next;
    void (*function)(void *);
    void *object;
};

struct rd_name;

/* What the thread did last, where it is looked at: spinning.c */
#define RD_STEPS_KEPT 32
struct rd_steps {
    uint64_t next_look; /* count at which it is looked at again */
    uint64_t pause;     /* events until the look after that */
    bool looked_at;
    bool asked_outside; /* for the time or the like, or did what others than threads see: it is no mere repetition */
    uint32_t round;     /* steps after which it repeats itself; 0: it does not */
    uint32_t since;     /* steps of these rounds since it last gave way */
    uint64_t in_vain_since;
    uint64_t seen;
    uint64_t kept[RD_STEPS_KEPT];
    uint32_t repeated[RD_STEPS_KEPT]; /* by the length of a round: how many steps in a row were as that long before */
};

/* The cold part of a thread; the hot part is its rd_thread_page. */
struct rd_thread {
    struct rd_thread_page *page;
    uint32_t index;
    uint32_t baton; /* futex: RD_BATON_* of schedule.c */
    enum rd_status status;
    struct rd_pending pending;
    uint64_t decision_limit; /* count at which the scheduler decides anew; page->limit may be lower to make it look */
    uint64_t granted_at;     /* count when it was last chosen */
    bool gives_way;          /* it yielded: its next visible event lets others go first */
    bool ends_the_process;   /* main has returned, or it has called exit */
    uint64_t awaits_others_since; /* ending the process: rd_events_in_all() when it came there, plus one; else 0 */
    bool came_back;          /* RD_BACK is to be recorded when it has the baton */
    bool in_runtime;         /* if it sleeps, then here: it waits for the baton or for a thread to end */
    struct rd_steps steps;
    uint32_t region_depth;
    bool region_granted; /* its limit was lifted because it is in a region */
    int64_t priority; /* random policy: higher runs first */
    pid_t kernel_id;
    struct rd_name *name; /* what the control file says about it */

    /* waiting on a condition, a futex or at a barrier */
    struct rd_thread *next_waiter;
    bool signalled;
    uint64_t seen_in_search; /* deadlock.c */
    uint32_t futex_bits; /* which wakes it listens to */

    struct rd_thread_signals signals;
    struct { bool asked, disabled, is_due; } cancellation; /* is_due: its wait on a condition ends for it */

    /* the time last told to the program, to understand absolute deadlines */
    uint64_t told_time[2];    /* CLOCK_REALTIME, CLOCK_MONOTONIC; 0: never */
    uint64_t told_skipped[2];

    /* life */
    pthread_t handle;
    void *(*start)(void *);
    void *argument;
    bool returns_int; /* thrd_create */
    bool detached;
    bool joined;
    void *result;
    uint64_t children;

    /* recording */
    uint32_t value_sequence;
    uint32_t block_sequence;
    uint64_t closed_blocks; /* block records in chunks that are closed */

    struct rd_arena program_heap;
    struct rd_arena library_heap;
    struct rd_thread_destructor *destructors; /* C++ thread_local */
    uint32_t library_statics; /* static locals of libraries that it initialises now: the keys they make are no events */
    struct rd_key_value keys[RD_MAX_KEYS];
};

extern __thread struct rd_thread_page *rd_page __attribute__((tls_model("local-exec")));
extern __thread struct rd_thread *rd_self __attribute__((tls_model("local-exec")));
extern struct rd_thread *rd_threads[RD_MAX_THREADS];
extern uint32_t rd_thread_count;

/* ---- control.c: what the control file says */

struct rd_name { /* a thread, by its creation path */
    char path[128];
    struct rd_name *next;
    struct rd_thread *thread; /* null until it is created */
    struct rd_list { uint64_t *items; uint64_t used, room, next; } inputs[7];
    struct rd_list choices;  /* pairs: count, struct rd_name * */
    struct rd_list timeouts; /* counts */
    struct rd_list signals;  /* pairs: count, number */
};

struct rd_segment {
    struct rd_name *name;
    uint64_t upto;
};

struct rd_control {
    char recording[4096];
    bool random;
    uint64_t seed;
    uint64_t quantum;
    uint64_t idle;
    bool ignores_spinning;
    struct rd_name *first, *last;
    struct rd_segment *segments;
    uint64_t segment_count;
    uint64_t segment_room;
    bool strict;
    bool any_input;
    struct rd_list nondet;
    bool nondet_seeded;
    uint64_t nondet_seed;
    bool explore;
    bool stop_at_end;
    bool circles;
    bool spurious;
    bool times_by_thread;
    uint64_t events;
    uint64_t alone;
    uint64_t bytes;
    bool watchdog;
    uint64_t parent;
};
extern struct rd_control rd_control;

void rd_read_control(const char *file);
struct rd_name *rd_find_name(const char *path); /* made if it is new */
bool rd_is_to_time_out(const struct rd_thread *thread);                 /* a timeout directive for its next event */
int rd_given_signal(const struct rd_thread *thread);                    /* a signal directive for its next event, or 0 */
bool rd_is_given_later(const struct rd_thread *thread, int number);     /* a signal directive for a later event */
uint64_t rd_next_given_signal(const struct rd_thread *thread);          /* the count of the first not behind it */
struct rd_thread *rd_chosen_waiter(const struct rd_thread *thread);     /* a choice directive for its next event, or null */

/* ---- memory.c */

void *rd_take(uint64_t size); /* zeroed, for ever, 16-byte aligned */
void rd_control_is_read(void); /* what is taken from now on lies where it would lie under any control file */
void *rd_map_fixed(uint64_t address, uint64_t size);
bool rd_grow(struct rd_arena *arena, uint64_t upto);
struct rd_slot { uint64_t base, size; };
struct rd_slot rd_take_slot(const char *path, uint64_t number); /* number 0: stack and heap, more: overflow; size 0: none left */

#define RD_MAIN_STACK_TOP 0x0ff004000000
#define RD_MAIN_STACK_SIZE 0x4000000
#define RD_MAIN_ARGUMENTS 0x0fe000000000
#define RD_MAIN_HEAP 0x100000000000
#define RD_MAIN_HEAP_SIZE 0x080000000000
#define RD_MAIN_LIBRARY_HEAP 0x180000000000
#define RD_END_OF_FIXED_MEMORY 0x700000000000

/* ---- recording.c */

extern struct rd_file_header *rd_file;
void rd_open_recording(void);
void rd_make_page(struct rd_thread *thread);
void rd_close_streams(struct rd_thread *thread);
void rd_more_values(struct rd_thread_page *page); /* a new chunk */
void rd_more_blocks(struct rd_thread_page *page);
void rd_log_bytes(struct rd_thread_page *page, const void *bytes, uint64_t size);
void rd_write_module(const struct rd_module *module, uint32_t site_base, const char *file); /* file: of a library, else "" */
void rd_write_last_words(const char *words, uint64_t length);
void rd_write_stranger(const char *words, uint64_t length);
struct rd_objects *rd_open_objects(uint64_t size);
void rd_close_objects(struct rd_objects *objects, uint64_t size);
/* stream_locks.c: around what is done to a stream, where the program knows of streams' locks */
void rd_note_stream_locks(const struct rd_module *module);
void rd_hold_stream(struct rd_thread *thread, uint64_t stream);
void rd_let_stream_go(struct rd_thread *thread, uint64_t stream);
void rd_note_files(void); /* providers.c: into the recording, where files have been loaded since the last time */
void rd_set_outcome(uint64_t outcome);
void rd_record(const struct rd_sync_record *record);

static inline uint64_t rd_blocks_written(const struct rd_thread *thread)
{
    const struct rd_thread_page *page = thread->page;
    uint64_t open = page->block_next - page->block_base - sizeof(struct rd_chunk_header);
    return thread->closed_blocks + open / sizeof(struct rd_block_record);
}

/* a record of `thread` that is no visible event */
static inline void rd_note(const struct rd_thread *thread, uint8_t kind, uint8_t flags, uint64_t object, uint64_t value,
                           uint64_t extra)
{
    struct rd_sync_record record = {.kind = kind, .flags = flags, .thread = (uint16_t)thread->index,
                                    .count = thread->page->count, .object = object, .value = value, .extra = extra,
                                    .blocks = rd_blocks_written(thread)};
    rd_record(&record);
}

/* spinning.c: the next step of `thread`, if it is looked at */
void rd_note_step(struct rd_thread *thread, uint64_t kind, uint64_t object, uint64_t value);
#define RD_EXTRA_FACTOR 0xff51afd7ed558ccdull

/* performs the next visible event of `thread` */
static inline void rd_perform(struct rd_thread *thread, uint8_t kind, uint8_t flags, int result, uint64_t object, uint64_t value,
                              uint64_t extra)
{
    struct rd_sync_record record = {.kind = kind, .flags = flags | RD_FLAG_VISIBLE, .thread = (uint16_t)thread->index,
                                    .result = (uint32_t)result, .count = thread->page->count, .object = object,
                                    .value = value, .extra = extra, .blocks = rd_blocks_written(thread)};
    rd_record(&record);
    thread->page->count++;
    if (kind == RD_EXTERNAL || kind == RD_READ || kind == RD_WRITE)
        thread->steps.asked_outside = true;
    rd_note_step(thread, kind | flags << 8 | (uint64_t)(uint32_t)result << 32, object, value ^ extra * RD_EXTRA_FACTOR);
}

void rd_perform_read(struct rd_thread *thread, const void *bytes, uint64_t size);  /* nothing for size 0 */
void rd_perform_write(struct rd_thread *thread, const void *bytes, uint64_t size);

/* ---- schedule.c */

extern struct rd_thread *rd_current; /* who holds the baton; null: nobody */
extern uint32_t rd_outside_count;
void rd_lock(void);
void rd_unlock(void);
void rd_schedule(struct rd_thread *thread); /* returns when its pending operation is to be performed */
/* under rd_lock: chooses who runs and gives it the baton; patient: while threads are outside no time limit runs out */
void rd_hand_over(struct rd_thread *asking, bool patient);
void rd_put_outside(struct rd_thread *thread); /* under rd_lock: it loses the baton */
void rd_await_baton(struct rd_thread *thread);
void rd_come_back(struct rd_thread *thread);
bool rd_leave(struct rd_thread *thread); /* before a call that blocks in the kernel; true: come back after it */
bool rd_others_can_run(const struct rd_thread *thread, bool also_by_timeout);
uint64_t rd_random_below(uint64_t bound);
void rd_add_thread(struct rd_thread *thread);
void rd_restore_limit(struct rd_thread *thread);

enum rd_readiness {
    RD_NOT_READY,
    RD_IS_READY,
    RD_READY_BY_TIMEOUT, /* only by timing out */
    RD_READY_SPURIOUSLY
};
enum rd_readiness rd_readiness(const struct rd_thread *thread);

/* ---- choose.c: who runs next. Under rd_lock; null: nobody can now, wait for a thread that is outside */
struct rd_thread *rd_choose(struct rd_thread *asking, bool patient);
bool rd_segment_waits_for(const struct rd_thread *thread);
uint64_t rd_events_in_all(void);
void rd_note_living(int change); /* how many threads there are, one more or less */
bool rd_may_be_overtaken(const struct rd_thread *thread); /* by a thread that is to go first */
bool rd_following_segments(void);
void rd_give_up_segment(void); /* its thread does not come back */

/* ---- the start of an interposed call: the calling thread, holding the baton, or null where the real call is to be made */
static inline struct rd_thread *rd_enter(void)
{
    if (RD_UNLIKELY(!rd_page))
        return NULL;
    struct rd_thread *thread = rd_self;
    if (RD_UNLIKELY(__atomic_load_n(&thread->status, __ATOMIC_RELAXED) == RD_STATUS_OUTSIDE))
        rd_come_back(thread);
    return thread;
}

/* the same for a call that the stack unwinder may make for itself: pthread_exit and exceptions must not become events */
bool rd_is_unwinder(const void *caller);
bool rd_is_in_program(const void *code); /* an address in the executable or in an instrumented library */
void rd_add_program_code(const void *begin, const void *end); /* of an instrumented library */
bool rd_is_library_memory(const void *address);
bool rd_is_own_variable(const void *variable); /* of an instrumented module, by its address */
#define RD_CALLER __builtin_return_address(0)
static inline struct rd_thread *rd_enter_from(const void *caller)
{
    struct rd_thread *thread = rd_enter();
    return thread && RD_UNLIKELY(!rd_is_in_program(caller)) && rd_is_unwinder(caller) ? NULL : thread;
}

/* Scheduling points: on return the calling thread performs its next visible event, which can happen now. */
static inline void rd_blocking(struct rd_thread *thread, uint8_t kind, uint64_t object, rd_ready ready)
{
    thread->pending = (struct rd_pending){.kind = kind, .object = object, .ready = ready};
    if (RD_UNLIKELY(thread->page->count >= thread->page->limit || !ready(thread)))
        rd_schedule(thread);
}

static inline void rd_visible(struct rd_thread *thread, uint8_t kind, uint64_t object, uint64_t extra)
{
    if (RD_LIKELY(thread->page->count < thread->page->limit))
        return;
    thread->pending = (struct rd_pending){.kind = kind, .object = object, .extra = extra};
    rd_schedule(thread);
}

/* The same where a handler may end the waiting; false: it did. */
bool rd_blocking_or_interrupted(struct rd_thread *thread, uint8_t kind, uint64_t object, rd_ready ready,
                                enum rd_interruptible how);
enum rd_timed { RD_TIMED_OUT, RD_IN_TIME, RD_TIMED_INTERRUPTED };
enum rd_timed rd_timed_or_interrupted(struct rd_thread *thread, uint8_t kind, uint64_t object, rd_ready ready,
                                      uint64_t deadline, enum rd_interruptible how);
bool rd_timed(struct rd_thread *thread, uint8_t kind, uint64_t object, rd_ready ready, uint64_t deadline); /* false: timed out */

/* ---- spinning.c. Under rd_lock but for rd_note_step */
uint64_t rd_next_look(const struct rd_thread *thread); /* count from which on its events are looked at, one by one */
void rd_note_turn(struct rd_thread *asking);           /* others are chosen now; null: nobody asks */
bool rd_waits_in_vain(const struct rd_thread *thread); /* it spins, and nobody has got on since its last round */
bool rd_nobody_gets_on(void);                          /* all that can run wait in vain */
void rd_look_at_idleness(void);                        /* the run ends if nobody has got on for as long as is allowed */

#define RD_WRITES (1ull << 63) /* in RD_PENDING's extra */

/* ---- watchdog.c */
void rd_start_watchdog(void);

/* ---- clock.c */
extern uint64_t rd_skipped_ns; /* the virtual clock: how much sleep was skipped */
void rd_advance_clock(uint64_t deadline);
uint64_t rd_deadline(struct rd_thread *thread, clockid_t clock, const struct timespec *absolute);
uint64_t rd_clock_now(clockid_t clock);
static inline bool rd_is_valid_time(const struct timespec *time)
{
    return time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}

/* ---- inputs.c */
/* the value that the thread is fed `ahead` calls from now, or the live one; then, in the same order, what it was told instead */
uint64_t rd_next_input(const struct rd_thread *thread, uint64_t kind, uint64_t ahead, uint64_t live);
uint64_t rd_tell_input(struct rd_thread *thread, uint64_t kind, uint64_t value);
uint64_t rd_input(struct rd_thread *thread, uint64_t kind, uint64_t live);
pid_t rd_told_process(struct rd_thread *thread, pid_t real); /* an input; 0 and less are no process */
pid_t rd_real_process(pid_t told);                           /* what the kernel calls it; also for groups (negative) */
pid_t rd_known_process(pid_t real);                          /* as it was told, without being an input */

#include "model.h"

/* ---- threads.c */
struct rd_thread *rd_make_thread(struct rd_thread *parent);
int rd_create_thread(struct rd_thread *thread, pthread_t *handle, const pthread_attr_t *attributes, void *(*start)(void *),
                     void *argument, bool returns_int);
enum rd_join_how { RD_JOIN_WAIT, RD_JOIN_TRY, RD_JOIN_TIMED };
/* `result`: memory of the program, may be null; `returned`: for the caller, may be null */
int rd_join_thread(struct rd_thread *thread, pthread_t handle, void **result, void **returned, enum rd_join_how how,
                   uint64_t deadline);
int rd_detach_thread(struct rd_thread *thread, pthread_t handle);
void rd_run_main(void *(*run)(void *)); /* with rd_finish_thread behind it, should main end by pthread_exit */
int rd_main(int argc, char **argv, char **envp); /* of entry/ */

struct rd_thread *rd_find_thread(pthread_t handle); /* null: no such, or joined */

/* ---- keys.c */
int rd_key_create(struct rd_thread *thread, unsigned *key, void (*destructor)(void *));
int rd_key_delete(unsigned key);
int rd_set_specific(struct rd_thread *thread, unsigned key, const void *value);
void *rd_get_specific(struct rd_thread *thread, unsigned key);
void rd_run_thread_destructors(struct rd_thread *thread);
void rd_run_key_destructors(struct rd_thread *thread);
void rd_make_keys_real(struct rd_thread *thread);

/* ---- sleeping, for the C11 names */
bool rd_sleep(struct rd_thread *thread, uint64_t nanoseconds); /* false and errno: a handler ended it */
void rd_yield(struct rd_thread *thread);

/* ---- regions.c */
void rd_region_begin(struct rd_thread *thread);
void rd_region_end(struct rd_thread *thread);

/* ---- heap.c */
void *rd_allocate(uint64_t size, uint64_t alignment, int how, const void *caller); /* null and errno where there is none */
void rd_free(void *pointer, const void *caller);

/* ---- terminate.c */
extern bool rd_terminating; /* std::terminate was called: how the run ends is decided */

/* ---- endings.c */
void rd_abort_with(const char *message) __attribute__((noreturn)); /* as glibc does */
void rd_process_exit(struct rd_thread *thread, int status, bool visible);
extern int rd_quick_status; /* what quick_exit was given */
void rd_say(const char *const *parts); /* to stderr, up to a null */
#define RD_SAY(...) rd_say((const char *const[]){"raddle: ", __VA_ARGS__, "\n", NULL})
const char *rd_decimal(uint64_t number, char buffer[24]);
const char *rd_hexadecimal(uint64_t number, char buffer[24]);
__attribute__((noinline)) void rd_failed(void); /* where a debugger stops: what failed is on the stack */
void rd_end_run(uint64_t outcome) __attribute__((noreturn)); /* _exit(RD_EXIT_STATUS_ENDED) */

/* ---- exit_handlers.c */
bool rd_handlers_are_left(void); /* of the program */
void rd_stand_behind_all_handlers(void); /* before anybody registers one: the process ends behind them */

/* ---- deadlock.c */
void rd_report_deadlock(void) __attribute__((noreturn)); /* nobody can move */
/* whether threads wait for each other in a circle, whatever others can do: then it is recorded */
bool rd_tell_circle(const struct rd_thread *now_running);
/* the run ends: what those stand before who cannot go on now */
void rd_note_who_waits(const struct rd_thread *now_running);
void rd_note_circle(const struct rd_thread *asking); /* call it when a thread has come to its next operation */
void rd_look_at_circle(void); /* the run ends with one that was noted, if it is time to */

#pragma GCC visibility pop

#endif
