/* Who only repeats itself: a thread that waits in a loop for what another one has to do.
 *
 * From time to time a thread is looked at for a few visible events (its limit is then 0, so that each comes by here): what is
 * accessed, where, and with which value. If that repeats itself, round after round, it spins: it gives way, and from then on
 * does one round a turn (and one step more, so that it does not stand at the same place each time: it might be inside of a
 * lock). The longer nothing is found, the more rarely a thread is looked at: spinning costs no more events than it has had
 * others.
 *
 * Values in registers are not seen: it may count its rounds. So this says who should run, and nothing about the program. */
#include "runtime.h"

#define LONGEST_ROUND 16 /* RD_STEPS_KEPT of runtime.h is twice that */
#define LOOKED_AT 48     /* steps, until a look is given up */
#define LEAST_REPEATED 6 /* steps that repeat others, however short the round */
#define FIRST_PAUSE 16   /* events between two looks; doubled each time, up to: */
#define LONGEST_PAUSE 4096

static uint64_t got_on;    /* how often some thread has done what is no repetition */
static uint64_t got_on_at; /* visible events in all when one last did */

static bool may_look(void)
{
    return rd_thread_count > 1 && !rd_control.ignores_spinning && !rd_following_segments();
}

uint64_t rd_next_look(const struct rd_thread *thread)
{
    if (!may_look())
        return RD_FOREVER;
    return thread->steps.looked_at ? 0 : thread->steps.next_look;
}

static void begin_look(struct rd_steps *steps)
{
    memset(steps->repeated, 0, sizeof steps->repeated);
    steps->looked_at = true;
    steps->seen = 0;
    steps->round = 0;
}

static void end_look(struct rd_thread *thread)
{
    struct rd_steps *steps = &thread->steps;
    steps->pause = steps->pause ? steps->pause : FIRST_PAUSE;
    steps->looked_at = false;
    steps->next_look = thread->page->count + steps->pause;
    steps->pause = steps->pause < LONGEST_PAUSE ? 2 * steps->pause : LONGEST_PAUSE;
}

static void give_way(struct rd_thread *thread)
{
    thread->steps.since = 0;
    thread->gives_way = true;
}

static void find_round(struct rd_thread *thread)
{
    struct rd_steps *steps = &thread->steps;
    for (uint32_t length = 1; length <= LONGEST_ROUND && !steps->round; length++) {
        uint32_t needed = 2 * length > LEAST_REPEATED ? 2 * length : LEAST_REPEATED;
        if (steps->repeated[length] >= needed)
            steps->round = length;
    }
    if (steps->round)
        give_way(thread);
    else if (steps->seen >= LOOKED_AT)
        end_look(thread);
}

static void go_round(struct rd_thread *thread)
{
    struct rd_steps *steps = &thread->steps;
    if (!steps->repeated[steps->round]) {
        steps->pause = FIRST_PAUSE;
        begin_look(steps);
    } else if (++steps->since >= steps->round + (steps->round > 1)) {
        give_way(thread);
    }
}

void rd_note_step(struct rd_thread *thread, uint64_t kind, uint64_t object, uint64_t value)
{
    struct rd_steps *steps = &thread->steps;
    if (!steps->looked_at && (thread->page->count <= steps->next_look || !may_look()))
        return;
    if (!steps->looked_at)
        begin_look(steps);
    uint64_t step = ((kind * RD_CHECK_FACTOR ^ object) * RD_CHECK_FACTOR ^ value) * RD_CHECK_FACTOR;
    for (uint64_t length = 1; length <= LONGEST_ROUND; length++) {
        bool same = steps->seen >= length && steps->kept[(steps->seen - length) % RD_STEPS_KEPT] == step;
        steps->repeated[length] = same ? steps->repeated[length] + 1 : 0;
    }
    steps->kept[steps->seen++ % RD_STEPS_KEPT] = step;
    if (steps->round)
        go_round(thread);
    else
        find_round(thread);
    rd_restore_limit(thread);
}

/* ---- whether anybody gets on */

void rd_note_turn(struct rd_thread *asking)
{
    struct rd_steps *steps = asking ? &asking->steps : NULL;
    if (steps && steps->round && !steps->asked_outside) {
        steps->in_vain_since = got_on + 1;
        return;
    }
    if (steps)
        steps->asked_outside = false;
    got_on++;
    got_on_at = rd_events_in_all();
}

bool rd_waits_in_vain(const struct rd_thread *thread)
{
    return thread->steps.round && thread->steps.in_vain_since == got_on + 1;
}

bool rd_nobody_gets_on(void)
{
    for (uint32_t i = 0; i < rd_thread_count; i++)
        if (rd_readiness(rd_threads[i]) == RD_IS_READY && !rd_waits_in_vain(rd_threads[i]))
            return false;
    return true;
}

/* A handler, a timer or what goes on in the kernel might change everything. */
void rd_look_at_idleness(void)
{
    if (!rd_control.idle || rd_has_signal_handlers || rd_outside_count || !may_look()
        || rd_events_in_all() - got_on_at < rd_control.idle)
        return;
    RD_SAY("nobody gets on any more: the run ends here");
    rd_note_who_waits(NULL);
    rd_end_run(RD_OUTCOME_LIMIT);
}
