/* Who runs next: the given schedule first, then the policy.
 *
 * Default: the running thread goes on while it can; where it blocks, ends, yields or has used its quantum the next one that can
 * run takes over, in the order of creation. Threads that sleep or wait with a time limit wake when nobody else can run, the
 * earliest deadline first, or when the others have spun for long enough.
 *
 * A thread that only repeats itself gives way too (spinning.c). Where all that can run do so, time passes at once.
 * One thread may be to go first, or last: then it is looked at each event whether somebody overtakes the one that runs.
 *
 * Random: each thread has a random priority and the highest runs. Before each visible event the running thread drops below all
 * others with a probability that the seed chose; also after 300 events, at a yield and at a sleep. Once in a while a time
 * limit runs out although others could run.
 *
 * Both are deterministic: nothing here looks at a real clock. */
#include "runtime.h"

#define LONGEST_RANDOM_RUN 300
#define NS_PER_EVENT 100 /* what a visible event is taken to last, while somebody waits for time to pass */
#define SLEEP_QUANTA 20   /* but others spin for no more quanta than this before a sleeper wakes */
#define LIMIT_QUANTA 1000 /* ... and before a time limit runs out */

static uint64_t segment; /* the one that is being followed */
static bool schedule_ended;
static int64_t lowest_priority;
static uint64_t random_state;
static uint64_t drop_one_in; /* random policy: chosen from the seed */
static uint32_t living;
static uint64_t done_alone, alone_since; /* events while there was one thread only: before; those in all when it began */
static uint64_t spun_events; /* events of threads that gave way, while somebody slept */

/* ---- random numbers: xorshift, seeded through splitmix */

static uint64_t next_random(void)
{
    if (!random_state) {
        uint64_t seed = rd_control.seed + RD_CHECK_FACTOR;
        seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9;
        seed = (seed ^ (seed >> 27)) * 0x94d049bb133111eb;
        random_state = (seed ^ (seed >> 31)) | 1;
        static const uint64_t choices[] = {2, 8, 40};
        drop_one_in = choices[next_random() % 3];
    }
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 0x2545f4914f6cdd1d >> 16;
}

uint64_t rd_random_below(uint64_t bound)
{
    return next_random() % bound;
}

/* ---- granting */

uint64_t rd_events_in_all(void)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < rd_thread_count; i++)
        sum += rd_threads[i]->page->count;
    return sum;
}

void rd_note_living(int change)
{
    if (living == 1)
        done_alone += rd_events_in_all() - alone_since;
    living += change;
    alone_since = rd_events_in_all();
}

/* visible events that the run may still have */
static uint64_t events_left(void)
{
    uint64_t in_all = rd_events_in_all(), done = in_all, most = rd_control.events;
    if (rd_control.alone) {
        uint64_t alone = done_alone + (living == 1 ? in_all - alone_since : 0);
        done = living == 1 ? alone : in_all - alone;
        most = living == 1 ? rd_control.alone : most;
    }
    return done < most ? most - done : 0;
}

static struct rd_thread *grant(struct rd_thread *thread, uint64_t limit)
{
    uint64_t count = thread->page->count;
    if (rd_control.events) {
        uint64_t left = events_left(); /* at least 1: rd_choose looked */
        if (limit - count > left)
            limit = count + left;
    }
    thread->granted_at = count;
    thread->gives_way = false;
    thread->awaits_others_since = 0;
    thread->decision_limit = limit;
    rd_restore_limit(thread);
    return thread;
}

/* ---- the given schedule */

bool rd_following_segments(void)
{
    return segment < rd_control.segment_count;
}

bool rd_segment_waits_for(const struct rd_thread *thread)
{
    return rd_following_segments() && rd_control.segments[segment].name == thread->name
           && thread->page->count < rd_control.segments[segment].upto;
}

static void diverge(uint64_t reason, const char *words)
{
    const struct rd_segment *wanted = &rd_control.segments[segment];
    char number[24];
    if (!rd_control.strict)
        return;
    struct rd_sync_record record = {.kind = RD_DIVERGED, .thread = RD_NO_THREAD, .object = reason, .value = segment,
                                    .extra = wanted->upto};
    if (wanted->name->thread) {
        record.thread = (uint16_t)wanted->name->thread->index;
        record.count = wanted->name->thread->page->count;
        record.blocks = rd_blocks_written(wanted->name->thread);
    }
    rd_record(&record);
    RD_SAY("the schedule cannot be followed at segment ", rd_decimal(segment, number), ": ", wanted->name->path, words);
    rd_end_run(RD_OUTCOME_DIVERGED);
}

void rd_give_up_segment(void)
{
    diverge(RD_DIVERGED_BLOCKED, " waits in the kernel, as it seems for another thread");
    segment++;
}

/* null with rd_following_segments(): wait for a thread that is outside; null without: the schedule is at its end */
static struct rd_thread *follow_schedule(void)
{
    for (; rd_following_segments(); segment++) {
        struct rd_thread *thread = rd_control.segments[segment].name->thread;
        uint64_t upto = rd_control.segments[segment].upto;
        if (!thread) {
            diverge(RD_DIVERGED_NO_THREAD, " does not exist");
        } else if (thread->page->count >= upto) {
            continue;
        } else if (thread->status == RD_STATUS_ENDED) {
            diverge(RD_DIVERGED_ENDED, " has ended");
        } else if (thread->status == RD_STATUS_OUTSIDE) {
            return NULL;
        } else if (rd_readiness(thread) == RD_NOT_READY) {
            diverge(RD_DIVERGED_BLOCKED, " is blocked");
        } else {
            return grant(thread, upto);
        }
    }
    return NULL;
}

static void end_schedule(const struct rd_thread *asking)
{
    schedule_ended = true;
    if (!rd_control.segment_count && !rd_control.stop_at_end)
        return;
    rd_note(asking ? asking : rd_threads[0], RD_SCHEDULE_END, 0, 0, 0, 0);
    if (rd_control.stop_at_end) {
        rd_failed(); /* for a debugger: this is where the run was to go */
        RD_SYSCALL1(SYS_exit_group, 0);
    }
}

/* ---- policies */

static bool gets_on(const struct rd_thread *thread)
{
    return rd_readiness(thread) == RD_IS_READY && !rd_waits_in_vain(thread);
}

static bool others_get_on(const struct rd_thread *thread)
{
    for (uint32_t i = 0; i < rd_thread_count; i++)
        if (rd_threads[i] != thread && gets_on(rd_threads[i]))
            return true;
    return false;
}

/* It is about to begin or to finish the ending of the process: what others may do before counts, so they go first, as long as
 * they take no longer than a quantum each, and do not only spin. */
static bool lets_others_go_first(const struct rd_thread *thread)
{
    uint64_t since = thread->awaits_others_since;
    return since && rd_events_in_all() - (since - 1) < rd_control.quantum * rd_thread_count && others_get_on(thread);
}

bool rd_may_be_overtaken(const struct rd_thread *thread)
{
    if (rd_control.random || rd_following_segments())
        return false;
    return (rd_control.first && rd_control.first != thread->name) || rd_control.last == thread->name;
}

/* somebody who is to go before this one, and can */
static struct rd_thread *who_overtakes(const struct rd_thread *thread)
{
    if (!rd_may_be_overtaken(thread))
        return NULL;
    struct rd_thread *first = rd_control.first ? rd_control.first->thread : NULL;
    if (first && first != thread && gets_on(first))
        return first;
    for (uint32_t i = 0; i < rd_thread_count && rd_control.last == thread->name; i++) {
        struct rd_thread *other = rd_threads[(thread->index + i) % rd_thread_count];
        if (other != thread && gets_on(other) && !lets_others_go_first(other))
            return other;
    }
    return NULL;
}

/* how many events others may spend before this one's time has come */
static uint64_t patience(uint64_t deadline, uint64_t quanta)
{
    if (deadline == RD_FOREVER)
        return RD_FOREVER;
    uint64_t events = (deadline - rd_skipped_ns) / NS_PER_EVENT, most = quanta * rd_control.quantum;
    return events < most ? events : most;
}

static uint64_t patience_with(const struct rd_thread *sleeper)
{
    return patience(sleeper->pending.deadline, sleeper->pending.kind == RD_SLEEP ? SLEEP_QUANTA : LIMIT_QUANTA);
}

/* Of those that can only run by timing out, and whose patience is no longer than `spent`, the one with the earliest deadline;
 * the earlier created of equals. */
static struct rd_thread *next_sleeper(uint64_t spent)
{
    struct rd_thread *first = NULL;
    for (uint32_t i = 0; i < rd_thread_count; i++) {
        struct rd_thread *thread = rd_threads[i];
        if (rd_readiness(thread) == RD_READY_BY_TIMEOUT && (!first || thread->pending.deadline < first->pending.deadline)
            && (spent == RD_FOREVER || patience_with(thread) <= spent))
            first = thread;
    }
    return first;
}

static struct rd_thread *choose_in_turn(struct rd_thread *asking)
{
    bool goes_on = asking && rd_readiness(asking) == RD_IS_READY;
    if (goes_on) {
        struct rd_thread *sleeper = next_sleeper(RD_FOREVER);
        bool waits = sleeper || rd_timer_deadline() != RD_FOREVER, in_vain = waits && rd_nobody_gets_on();
        spun_events = waits ? spun_events + asking->page->count - asking->granted_at : 0;
        if (sleeper && (sleeper = next_sleeper(in_vain ? RD_FOREVER : spun_events))) {
            spun_events = 0;
            return grant(sleeper, sleeper->page->count + rd_control.quantum);
        }
        if (waits && (in_vain || patience(rd_timer_deadline(), SLEEP_QUANTA) <= spun_events)) {
            spun_events = 0;
            rd_advance_clock(rd_timer_deadline());
        }
        if (!asking->gives_way && asking->page->count < asking->granted_at + rd_control.quantum && !who_overtakes(asking))
            return grant(asking, asking->page->count + rd_control.quantum);
    }
    uint32_t after = asking ? asking->index : rd_thread_count - 1;
    struct rd_thread *last = NULL;
    for (uint32_t i = 1; i <= rd_thread_count; i++) {
        struct rd_thread *thread = rd_threads[(after + i) % rd_thread_count];
        if (rd_readiness(thread) != RD_IS_READY)
            continue;
        struct rd_thread *other = who_overtakes(thread);
        if (other && other != asking)
            return grant(other, other->page->count + rd_control.quantum);
        if (!lets_others_go_first(thread))
            return grant(thread, thread->page->count + rd_control.quantum);
        last = thread;
    }
    return last ? grant(last, last->page->count + rd_control.quantum) : NULL;
}

/* visible events until the running thread drops below the others */
static uint64_t random_run(void)
{
    uint64_t length = 1;
    if (!drop_one_in)
        next_random();
    while (length < LONGEST_RANDOM_RUN && next_random() % drop_one_in)
        length++;
    return length;
}

static struct rd_thread *choose_by_chance(struct rd_thread *asking)
{
    if (asking && (asking->gives_way || asking->pending.kind == RD_SLEEP || asking->page->count >= asking->decision_limit))
        asking->priority = --lowest_priority;
    bool time_runs_out = next_random() % 16 == 0;
    bool without_reason = next_random() % 64 == 0;
    if (time_runs_out && rd_timer_deadline() != RD_FOREVER && next_random() % 4 == 0)
        rd_advance_clock(rd_timer_deadline());
    struct rd_thread *best = NULL;
    bool anybody_ready = false;
    for (uint32_t i = 0; i < rd_thread_count; i++) {
        struct rd_thread *thread = rd_threads[i];
        enum rd_readiness readiness = rd_readiness(thread);
        anybody_ready |= readiness == RD_IS_READY;
        if (readiness == RD_IS_READY || (readiness == RD_READY_BY_TIMEOUT && time_runs_out)
            || (readiness == RD_READY_SPURIOUSLY && without_reason))
            if (!best || thread->priority > best->priority)
                best = thread;
    }
    if (!anybody_ready)
        return NULL;
    return grant(best, best->page->count + random_run());
}

/* null: whoever the signal is for does not take it now */
static struct rd_thread *choose_whom_a_signal_woke(void)
{
    for (uint32_t i = 0; i < rd_thread_count; i++)
        if (rd_readiness(rd_threads[i]) == RD_IS_READY)
            return grant(rd_threads[i], rd_threads[i]->page->count + rd_control.quantum);
    return NULL;
}

/* only time limits are left: the earliest, or now and then, by chance, another */
static struct rd_thread *choose_sleeper(void)
{
    struct rd_thread *sleeper = next_sleeper(RD_FOREVER);
    spun_events = 0;
    uint64_t timer = rd_timer_deadline();
    if (timer != RD_FOREVER && (!sleeper || timer <= sleeper->pending.deadline)) {
        rd_advance_clock(timer);
        return choose_whom_a_signal_woke();
    }
    if (!sleeper || !rd_control.random)
        return sleeper ? grant(sleeper, sleeper->page->count + rd_control.quantum) : NULL;
    if (rd_random_below(4) == 0) {
        struct rd_thread *other = rd_threads[rd_random_below(rd_thread_count)];
        if (rd_readiness(other) == RD_READY_BY_TIMEOUT)
            sleeper = other;
    }
    return grant(sleeper, sleeper->page->count + random_run());
}

struct rd_thread *rd_choose(struct rd_thread *asking, bool patient)
{
    if (asking && asking->status == RD_STATUS_ENDED)
        asking = NULL;
    if (rd_control.events && !events_left()) {
        RD_SAY("the run was ended after the number of events it was allowed");
        rd_note_who_waits(NULL);
        rd_end_run(RD_OUTCOME_LIMIT);
    }
    if (asking && rd_readiness(asking) == RD_IS_READY) {
        if (asking->region_depth) {
            asking->region_granted = true;
            return grant(asking, RD_FOREVER);
        }
        if (asking->page->count < asking->decision_limit && !asking->gives_way && !who_overtakes(asking)) {
            rd_restore_limit(asking);
            return asking;
        }
    }
    rd_note_circle(asking);
    rd_note_turn(asking);
    struct rd_thread *chosen = follow_schedule();
    if (chosen || rd_following_segments())
        return chosen;
    if (!schedule_ended)
        end_schedule(asking);
    rd_look_at_circle();
    rd_look_at_idleness();
    chosen = rd_control.random ? choose_by_chance(asking) : choose_in_turn(asking);
    if (chosen)
        return chosen;
    if (rd_outside_count && patient && rd_control.watchdog)
        return NULL;
    chosen = choose_sleeper();
    if (!chosen && !rd_outside_count && !rd_may_be_woken_by_a_signal())
        rd_report_deadlock();
    return chosen;
}
