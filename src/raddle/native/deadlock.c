/* Who waits for whom: threads that wait for ever, and what is said of them.
 *
 * A thread that waits without a time limit for a lock or for the end of a thread waits for those who hold it, or for that one.
 * If that leads back to it, none of them goes on any more, whatever the others do: a circle. A lock that readers share is not
 * free before all of them have left, so it is enough that one of them waits in the circle.
 *
 * The run ends at a circle where the control file says so (circles 1), once the schedule has been followed to its end.
 * Otherwise others go on: what they do counts, and a program may release, against the rules, what another thread holds. A
 * circle that is there when the process ends is told then; the run ends with it when the others have done PATIENCE_QUANTA
 * more. */
#include "runtime.h"

#define PATIENCE_QUANTA 100

static struct rd_reader *free_readers;
static const struct rd_thread *running; /* it waits for nothing, whatever it last asked for; NULL: nobody runs */
static uint64_t closed_at; /* visible events in all when a circle was first seen, plus one; 0: none was */

/* ---- who holds a reader-writer lock together with others */

void rd_add_reader(struct rd_object *lock, struct rd_thread *thread)
{
    for (struct rd_reader *reader = lock->first_reader; reader; reader = reader->next)
        if (reader->thread == thread) {
            reader->times++;
            return;
        }
    struct rd_reader *reader = free_readers;
    if (reader)
        free_readers = reader->next;
    else
        reader = rd_take(sizeof *reader);
    *reader = (struct rd_reader){.thread = thread, .times = 1, .next = lock->first_reader};
    lock->first_reader = reader;
}

/* its own, or where it holds none (which is misuse) somebody's */
void rd_remove_reader(struct rd_object *lock, const struct rd_thread *thread)
{
    struct rd_reader **place = &lock->first_reader;
    while (*place && (*place)->thread != thread)
        place = &(*place)->next;
    if (!*place)
        place = &lock->first_reader;
    struct rd_reader *reader = *place;
    if (!reader || --reader->times)
        return;
    *place = reader->next;
    reader->next = free_readers;
    free_readers = reader;
}

/* ---- who waits for whom */

static struct rd_object *lock_it_waits_for(const struct rd_pending *pending)
{
    switch (pending->kind) {
    case RD_LOCK: case RD_TIMEDLOCK: case RD_REACQUIRE: return rd_object(pending->object, RD_CLASS_MUTEX);
    case RD_RDLOCK: case RD_WRLOCK: return rd_object(pending->object, RD_CLASS_RWLOCK);
    default: return NULL;
    }
}

static bool waits_for_ever(const struct rd_thread *thread)
{
    const struct rd_pending *pending = &thread->pending;
    if (thread == running || thread->status != RD_STATUS_LIVE || pending->timed || rd_readiness(thread) != RD_NOT_READY)
        return false;
    return pending->kind == RD_JOIN || lock_it_waits_for(pending);
}

/* `found` is called for each thread that holds what this one waits for; the answer is that of the first that says true */
static bool any_holder(const struct rd_thread *thread, bool (*found)(struct rd_thread *holder))
{
    const struct rd_object *lock = lock_it_waits_for(&thread->pending);
    if (thread->pending.kind == RD_JOIN) {
        struct rd_thread *child = rd_find_thread(thread->pending.object);
        return child && found(child);
    }
    if (!lock)
        return false;
    if (lock->owner)
        return found(lock->owner);
    for (const struct rd_reader *reader = lock->first_reader; reader; reader = reader->next)
        if (found(reader->thread))
            return true;
    return false;
}

static const struct rd_thread *sought;
static uint64_t search; /* its number: what it has seen carries it */

static bool leads_to_sought(struct rd_thread *holder)
{
    if (holder == sought)
        return true;
    if (holder->seen_in_search == search || !waits_for_ever(holder))
        return false;
    holder->seen_in_search = search;
    return any_holder(holder, leads_to_sought);
}

static bool is_in_circle(const struct rd_thread *thread)
{
    if (!waits_for_ever(thread))
        return false;
    sought = thread;
    search++;
    return any_holder(thread, leads_to_sought);
}

/* ---- what is said */

static const char *what_it_waits_for(uint8_t kind)
{
    switch (kind) {
    case RD_JOIN: return "the end of a thread";
    case RD_LOCK: case RD_TIMEDLOCK: case RD_REACQUIRE: return "the lock ";
    case RD_RDLOCK: case RD_WRLOCK: return "the reader-writer lock ";
    case RD_WAKE: return "a signal to the condition ";
    case RD_SEM_WAIT: return "the semaphore ";
    case RD_FUTEX_WOKEN: return "a wake of the futex ";
    case RD_BARRIER_LEAVE: return "the barrier ";
    case RD_ONCE_PASS: case RD_ONCE_BEGIN: return "the end of the once routine of ";
    default: return "";
    }
}

static struct rd_thread *some_holder;

/* of several readers one that waits itself, if there is one */
static bool take_holder(struct rd_thread *holder)
{
    if (!some_holder || waits_for_ever(holder))
        some_holder = holder;
    return waits_for_ever(holder);
}

static void say_it_waits(const struct rd_thread *thread)
{
    const struct rd_pending *pending = &thread->pending;
    char number[24];
    some_holder = NULL;
    any_holder(thread, take_holder);
    const struct rd_thread *holder = some_holder;
    rd_note(thread, RD_DEADLOCK, 0, pending->object, pending->kind, holder ? holder->index : RD_NO_THREAD);
    RD_SAY("deadlock: ", thread->page->path, " waits for ", what_it_waits_for(pending->kind),
           pending->kind == RD_JOIN ? "" : rd_hexadecimal(pending->object, number),
           !holder                    ? ""
           : pending->kind == RD_JOIN ? ": "
                                      : ", held by ",
           holder ? holder->page->path : "");
}

void rd_note_who_waits(const struct rd_thread *now_running)
{
    if (rd_control.explore)
        return; /* what is pending is recorded before each event */
    for (uint32_t i = 0; i < rd_thread_count; i++) {
        const struct rd_thread *thread = rd_threads[i];
        const struct rd_pending *pending = &thread->pending;
        if (thread == now_running || thread->status != RD_STATUS_LIVE || pending->timed || rd_readiness(thread) != RD_NOT_READY)
            continue;
        some_holder = NULL;
        any_holder(thread, take_holder);
        rd_note(thread, RD_PENDING, 0, pending->object, pending->kind, some_holder ? some_holder->index : RD_NO_THREAD);
    }
}

static void end_with_deadlock(void)
{
    rd_set_outcome(RD_OUTCOME_DEADLOCK);
    rd_failed();
    rd_end_run(RD_OUTCOME_DEADLOCK);
}

void rd_report_deadlock(void)
{
    if (rd_has_signal_handlers) {
        RD_SAY("nobody can move unless a signal comes, and none came: the run ends here");
        rd_end_run(RD_OUTCOME_REFUSED);
    }
    for (uint32_t i = 0; i < rd_thread_count; i++)
        if (rd_threads[i]->status != RD_STATUS_ENDED)
            say_it_waits(rd_threads[i]);
    end_with_deadlock();
    __builtin_unreachable();
}

/* ---- circles. A handler might do anything: with one nothing is for ever. */

bool rd_tell_circle(const struct rd_thread *now_running)
{
    bool any = false;
    running = now_running;
    for (uint32_t i = 0; i < rd_thread_count && !rd_has_signal_handlers; i++)
        if (is_in_circle(rd_threads[i])) {
            any = true;
            say_it_waits(rd_threads[i]);
        }
    running = NULL;
    return any;
}

/* The last of a circle's threads to come to its wait closes it. */
void rd_note_circle(const struct rd_thread *asking)
{
    if (!closed_at && asking && is_in_circle(asking))
        closed_at = rd_events_in_all() + 1;
}

void rd_look_at_circle(void)
{
    if (!closed_at || (!rd_control.circles && rd_events_in_all() <= closed_at + PATIENCE_QUANTA * rd_control.quantum))
        return;
    if (rd_tell_circle(NULL))
        end_with_deadlock();
    closed_at = 0; /* somebody has opened it */
}
