/* Timers that send signals: alarm, setitimer(ITIMER_REAL) and timer_create. They run by the virtual clock, like sleep: they run out
 * where the clock is put forward, or when everybody waits, or after others have spun for long enough. */
#include "runtime.h"

#define MOST_TIMERS 64
#define SECOND 1000000000ull

struct timer {
    bool used;
    bool silent; /* SIGEV_NONE */
    int number;
    union sigval value;
    clockid_t clock;
    uint64_t deadline; /* of the virtual clock; 0: not armed */
    uint64_t interval;
    struct rd_thread *target; /* null: the process */
};

static struct timer timers[MOST_TIMERS] = {{.used = true, .number = SIGALRM}}; /* the first: alarm and setitimer */

uint64_t rd_timer_deadline(void)
{
    uint64_t first = RD_FOREVER;
    if (!rd_has_signal_handlers)
        return first;
    for (int i = 0; i < MOST_TIMERS; i++)
        if (timers[i].deadline && timers[i].deadline < first)
            first = timers[i].deadline;
    return first;
}

static void run_out(struct timer *timer, int id)
{
    siginfo_t info = {.si_code = id ? SI_TIMER : SI_KERNEL, .si_signo = timer->number};
    timer->deadline = timer->interval ? rd_skipped_ns + timer->interval : 0;
    if (timer->silent)
        return;
    info.si_value = timer->value;
    rd_signal_process(timer->target, timer->number, &info);
}

bool rd_fire_timers(void)
{
    bool any = false;
    if (!rd_has_signal_handlers)
        return false;
    for (int i = 0; i < MOST_TIMERS; i++)
        if (timers[i].deadline && timers[i].deadline <= rd_skipped_ns) {
            run_out(&timers[i], i);
            any = true;
        }
    return any;
}

static uint64_t left_of(const struct timer *timer)
{
    return timer->deadline > rd_skipped_ns ? timer->deadline - rd_skipped_ns : timer->deadline ? 1 : 0;
}

static void arm(struct rd_thread *thread, struct timer *timer, uint64_t delay, uint64_t interval)
{
    rd_expect_signals(thread);
    timer->deadline = delay ? rd_skipped_ns + delay : 0;
    timer->interval = interval;
}

/* ---- alarm and setitimer */

static uint64_t of_timeval(const struct timeval *time)
{
    return (uint64_t)time->tv_sec * SECOND + (uint64_t)time->tv_usec * 1000;
}

static struct itimerval as_timeval(const struct timer *timer)
{
    uint64_t left = left_of(timer) / 1000, interval = timer->interval / 1000;
    return (struct itimerval){.it_value = {(time_t)(left / 1000000), (suseconds_t)(left % 1000000)},
                              .it_interval = {(time_t)(interval / 1000000), (suseconds_t)(interval % 1000000)}};
}

unsigned alarm(unsigned seconds)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.alarm(seconds);
    unsigned left = (unsigned)((left_of(&timers[0]) + SECOND - 1) / SECOND);
    arm(thread, &timers[0], seconds * SECOND, 0);
    return left;
}

static void tell_setting(struct rd_thread *thread, struct itimerval *result)
{
    rd_visible(thread, RD_WRITE, rd_address(result), sizeof *result | RD_WRITES);
    *result = as_timeval(&timers[0]);
    rd_perform_write(thread, result, sizeof *result);
}

int setitimer(__itimer_which_t which, const struct itimerval *restrict setting, struct itimerval *restrict old)
{
    struct rd_thread *thread = which == ITIMER_REAL ? rd_enter() : NULL;
    if (!thread)
        return rd_real.setitimer(which, setting, old);
    if (old)
        tell_setting(thread, old);
    arm(thread, &timers[0], of_timeval(&setting->it_value), of_timeval(&setting->it_interval));
    return 0;
}

int getitimer(__itimer_which_t which, struct itimerval *result)
{
    struct rd_thread *thread = which == ITIMER_REAL ? rd_enter() : NULL;
    if (!thread)
        return rd_real.getitimer(which, result);
    tell_setting(thread, result);
    return 0;
}

/* ---- timer_create: the id is the place in `timers` */

static struct timer *find(timer_t id)
{
    uint64_t place = rd_address(id);
    if (place > 0 && place < MOST_TIMERS && timers[place].used)
        return &timers[place];
    errno = EINVAL;
    return NULL;
}

int timer_create(clockid_t clock, struct sigevent *event, timer_t *id)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.timer_create(clock, event, id);
    int kind = event ? event->sigev_notify : SIGEV_SIGNAL;
    if (kind == SIGEV_THREAD || kind == SIGEV_THREAD_ID) {
        RD_SAY("a timer that calls a function or a single thread (SIGEV_THREAD) is not supported: the run ends here");
        rd_end_run(RD_OUTCOME_REFUSED);
    }
    uint64_t place = 1;
    while (place < MOST_TIMERS && timers[place].used)
        place++;
    if (place == MOST_TIMERS) {
        errno = EAGAIN;
        return -1;
    }
    rd_expect_signals(thread);
    timers[place] = (struct timer){.used = true, .silent = kind == SIGEV_NONE, .clock = clock,
                                   .number = event ? event->sigev_signo : SIGALRM};
    timers[place].value.sival_ptr = event ? event->sigev_value.sival_ptr : (void *)place;
    rd_visible(thread, RD_WRITE, rd_address(id), sizeof *id | RD_WRITES);
    *id = (timer_t)place;
    rd_perform_write(thread, id, sizeof *id);
    return 0;
}

static uint64_t of_timespec(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * SECOND + (uint64_t)time->tv_nsec;
}

static void tell_timer(struct rd_thread *thread, const struct timer *timer, struct itimerspec *result)
{
    uint64_t left = left_of(timer);
    rd_visible(thread, RD_WRITE, rd_address(result), sizeof *result | RD_WRITES);
    *result = (struct itimerspec){.it_value = {(time_t)(left / SECOND), (long)(left % SECOND)},
                                  .it_interval = {(time_t)(timer->interval / SECOND), (long)(timer->interval % SECOND)}};
    rd_perform_write(thread, result, sizeof *result);
}

int timer_settime(timer_t id, int flags, const struct itimerspec *restrict setting, struct itimerspec *restrict old)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.timer_settime(id, flags, setting, old);
    struct timer *timer = find(id);
    if (!timer)
        return -1;
    if (old)
        tell_timer(thread, timer, old);
    uint64_t delay = of_timespec(&setting->it_value);
    if (delay && flags & TIMER_ABSTIME) {
        uint64_t deadline = rd_deadline(thread, timer->clock, &setting->it_value);
        delay = deadline > rd_skipped_ns ? deadline - rd_skipped_ns : 1;
    }
    arm(thread, timer, delay, of_timespec(&setting->it_interval));
    return 0;
}

int timer_gettime(timer_t id, struct itimerspec *result)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.timer_gettime(id, result);
    struct timer *timer = find(id);
    if (!timer)
        return -1;
    tell_timer(thread, timer, result);
    return 0;
}

int timer_delete(timer_t id)
{
    if (!rd_enter())
        return rd_real.timer_delete(id);
    struct timer *timer = find(id);
    if (!timer)
        return -1;
    *timer = (struct timer){0};
    return 0;
}

int timer_getoverrun(timer_t id)
{
    if (!rd_enter())
        return rd_real.timer_getoverrun(id);
    return find(id) ? 0 : -1;
}
