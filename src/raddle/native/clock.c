/* Time. Nobody really sleeps: the virtual clock is the real one plus all sleep that was skipped. Deadlines are kept in skipped
 * nanoseconds alone, so that they do not depend on how fast the machine is. */
#include "runtime.h"

#define SECOND 1000000000ull
#define ROUNDING 1000000ull /* of deadlines that had to be understood by the real clock */

uint64_t rd_skipped_ns;

void rd_advance_clock(uint64_t deadline)
{
    if (deadline > rd_skipped_ns)
        rd_skipped_ns = deadline;
    rd_fire_timers();
}

static bool counts_sleep(clockid_t clock)
{
    return clock != CLOCK_PROCESS_CPUTIME_ID && clock != CLOCK_THREAD_CPUTIME_ID && clock >= 0;
}

static uint64_t nanoseconds(const struct timespec *time)
{
    if (time->tv_sec < 0)
        return 0;
    if ((uint64_t)time->tv_sec > RD_FOREVER / SECOND / 4)
        return RD_FOREVER / 4;
    return (uint64_t)time->tv_sec * SECOND + (uint64_t)time->tv_nsec;
}

uint64_t rd_clock_now(clockid_t clock)
{
    struct timespec now = {0};
    rd_real.clock_gettime(clock, &now);
    return nanoseconds(&now) + (counts_sleep(clock) ? rd_skipped_ns : 0);
}

static unsigned telling(clockid_t clock)
{
    return clock == CLOCK_MONOTONIC;
}

static void told(struct rd_thread *thread, clockid_t clock, uint64_t time)
{
    if (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC) {
        thread->told_time[telling(clock)] = time;
        thread->told_skipped[telling(clock)] = rd_skipped_ns;
    }
}

/* An absolute time is understood relative to the time the thread was last told: that is the same in a replay. */
uint64_t rd_deadline(struct rd_thread *thread, clockid_t clock, const struct timespec *absolute)
{
    uint64_t until = nanoseconds(absolute), since = thread->told_time[telling(clock)];
    if (since)
        return until > since ? thread->told_skipped[telling(clock)] + (until - since) : 0;
    since = rd_clock_now(clock);
    return until > since ? rd_skipped_ns + (until - since + ROUNDING / 2) / ROUNDING * ROUNDING : 0;
}

/* ---- sleeping */

static bool never(const struct rd_thread *thread)
{
    (void)thread;
    return false;
}

/* false: a handler ended it */
static bool sleep_until(struct rd_thread *thread, uint64_t deadline, uint64_t asked)
{
    bool ended = rd_timed_or_interrupted(thread, RD_SLEEP, 0, never, deadline, RD_INTERRUPTED) == RD_TIMED_INTERRUPTED;
    rd_perform(thread, RD_SLEEP, ended ? RD_FLAG_FAILED : 0, ended ? -1 : 0, 0, asked, 0);
    return !ended;
}

/* the next visible event lets others go first */
static void give_way(struct rd_thread *thread)
{
    thread->gives_way = true;
    rd_restore_limit(thread);
}

/* what is left where a handler ended it; otherwise 0 */
static uint64_t sleep_for(struct rd_thread *thread, uint64_t asked)
{
    uint64_t deadline = rd_skipped_ns + asked;
    bool slept = sleep_until(thread, deadline, asked);
    if (!asked)
        give_way(thread);
    return slept ? 0 : deadline > rd_skipped_ns ? deadline - rd_skipped_ns : 1;
}

bool rd_sleep(struct rd_thread *thread, uint64_t asked)
{
    uint64_t left = sleep_for(thread, asked);
    if (left)
        errno = EINTR;
    return !left;
}

static void tell_left(struct rd_thread *thread, struct timespec *result, uint64_t left)
{
    if (!result)
        return;
    *result = (struct timespec){(time_t)(left / SECOND), (long)(left % SECOND)};
    rd_perform_write(thread, result, sizeof *result);
}

unsigned sleep(unsigned seconds)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.sleep(seconds);
    return (unsigned)((sleep_for(thread, seconds * SECOND) + SECOND - 1) / SECOND);
}

int usleep(useconds_t microseconds)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.usleep(microseconds);
    return rd_sleep(thread, microseconds * 1000ull) ? 0 : -1;
}

int nanosleep(const struct timespec *asked, struct timespec *left)
{
    struct rd_thread *thread = rd_enter();
    if (!thread || asked->tv_nsec < 0 || asked->tv_nsec >= (long)SECOND || asked->tv_sec < 0)
        return rd_real.nanosleep(asked, left);
    uint64_t slept_not = sleep_for(thread, nanoseconds(asked));
    if (!slept_not)
        return 0;
    tell_left(thread, left, slept_not);
    errno = EINTR;
    return -1;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *asked, struct timespec *left)
{
    struct rd_thread *thread = rd_enter();
    if (!thread || asked->tv_nsec < 0 || asked->tv_nsec >= (long)SECOND || asked->tv_sec < 0)
        return rd_real.clock_nanosleep(clock, flags, asked, left);
    if (flags & TIMER_ABSTIME) {
        uint64_t deadline = rd_deadline(thread, clock, asked);
        return sleep_until(thread, deadline, deadline > rd_skipped_ns ? deadline - rd_skipped_ns : 0) ? 0 : EINTR;
    }
    uint64_t slept_not = sleep_for(thread, nanoseconds(asked));
    if (slept_not)
        tell_left(thread, left, slept_not);
    return slept_not ? EINTR : 0;
}

/* ---- yielding */

void rd_yield(struct rd_thread *thread)
{
    rd_visible(thread, RD_YIELD, 0, 0);
    rd_perform(thread, RD_YIELD, 0, 0, 0, 0, 0);
    give_way(thread);
}

int sched_yield(void)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.sched_yield();
    rd_yield(thread);
    return 0;
}

int rd_pthread_yield(void) __asm__("pthread_yield"); /* newer headers make the name itself another one of sched_yield */
__attribute__((weak)) int rd_pthread_yield(void)
{
    return sched_yield();
}

/* ---- asking for the time */

/* The latest that anybody was told, by clock: a schedule that differs from the recorded one must not make time run backwards. */
enum { CLOCKS = 16, OF_CLOCK = CLOCKS }; /* the last one: clock() */
static uint64_t latest[CLOCKS + 1];

static uint64_t forward(clockid_t clock, uint64_t time)
{
    if (rd_control.times_by_thread || clock < 0 || clock > OF_CLOCK || clock == CLOCK_THREAD_CPUTIME_ID)
        return time;
    return latest[clock] = time > latest[clock] ? time : latest[clock];
}

/* a time as two inputs, seconds and the rest in units of `unit` nanoseconds */
static void ask(struct rd_thread *thread, clockid_t clock, uint64_t unit, uint64_t *seconds, uint64_t *rest)
{
    uint64_t now = rd_clock_now(clock);
    uint64_t whole = rd_next_input(thread, RD_INPUT_TIME, 0, now / SECOND);
    uint64_t part = rd_next_input(thread, RD_INPUT_TIME, 1, now % SECOND / unit);
    uint64_t time = forward(clock, whole * SECOND + part * unit);
    *seconds = rd_tell_input(thread, RD_INPUT_TIME, time / SECOND);
    *rest = rd_tell_input(thread, RD_INPUT_TIME, time % SECOND / unit);
    told(thread, clock, *seconds * SECOND + *rest * unit);
}

time_t time(time_t *result)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.time(result);
    if (result)
        rd_visible(thread, RD_WRITE, rd_address(result), sizeof *result | RD_WRITES);
    uint64_t fed = rd_next_input(thread, RD_INPUT_TIME, 0, rd_clock_now(CLOCK_REALTIME) / SECOND);
    uint64_t now_ns = forward(CLOCK_REALTIME, fed * SECOND);
    time_t now = (time_t)rd_tell_input(thread, RD_INPUT_TIME, now_ns / SECOND);
    told(thread, CLOCK_REALTIME, (uint64_t)now * SECOND);
    if (result) {
        *result = now;
        rd_perform_write(thread, result, sizeof *result);
    }
    return now;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone)
{
    struct rd_thread *thread = rd_enter();
    const void *given = result;
    if (!thread || !given)
        return rd_real.gettimeofday(result, zone);
    rd_visible(thread, RD_WRITE, rd_address(result), sizeof *result | RD_WRITES);
    uint64_t seconds, microseconds;
    ask(thread, CLOCK_REALTIME, 1000, &seconds, &microseconds);
    *result = (struct timeval){(time_t)seconds, (suseconds_t)microseconds};
    rd_perform_write(thread, result, sizeof *result);
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *result)
{
    struct rd_thread *thread = rd_enter();
    struct timespec probe;
    if (!thread || rd_real.clock_gettime(clock, &probe) != 0)
        return rd_real.clock_gettime(clock, result);
    rd_visible(thread, RD_WRITE, rd_address(result), sizeof *result | RD_WRITES);
    uint64_t seconds, rest;
    ask(thread, clock, 1, &seconds, &rest);
    *result = (struct timespec){(time_t)seconds, (long)rest};
    rd_perform_write(thread, result, sizeof *result);
    return 0;
}

int timespec_get(struct timespec *result, int base)
{
    if (!rd_page || base != TIME_UTC)
        return rd_real.timespec_get(result, base);
    clock_gettime(CLOCK_REALTIME, result);
    return base;
}

clock_t clock(void)
{
    struct rd_thread *thread = rd_enter();
    clock_t now = rd_real.clock();
    if (!thread)
        return now;
    uint64_t fed = rd_next_input(thread, RD_INPUT_TIME, 0, (uint64_t)now);
    return (clock_t)rd_tell_input(thread, RD_INPUT_TIME, forward(OF_CLOCK, fed));
}
