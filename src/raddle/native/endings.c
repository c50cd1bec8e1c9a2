/* How a run ends: exit, abort, a failed assertion; and the runtime's own words on stderr. */
#include "exit_handlers.h"
#include "runtime.h"

/* ---- words */

const char *rd_decimal(uint64_t number, char buffer[24])
{
    char *digit = buffer + 23;
    *digit = 0;
    do
        *--digit = (char)('0' + number % 10);
    while (number /= 10);
    return digit;
}

const char *rd_hexadecimal(uint64_t number, char buffer[24])
{
    char *digit = buffer + 23;
    *digit = 0;
    do
        *--digit = "0123456789abcdef"[number % 16];
    while (number /= 16);
    *--digit = 'x';
    *--digit = '0';
    return digit;
}

void rd_say(const char *const *parts)
{
    char line[512];
    uint64_t used = 0;
    for (; *parts; parts++) {
        uint64_t length = strlen(*parts);
        if (length > sizeof line - used)
            length = sizeof line - used;
        memcpy(line + used, *parts, length);
        used += length;
    }
    RD_SYSCALL3(SYS_write, 2, line, used);
}

void rd_failed(void)
{
    __asm__ volatile("");
}

void rd_end_run(uint64_t outcome)
{
    if (outcome != RD_OUTCOME_RUNNING)
        rd_set_outcome(outcome);
    for (;;)
        RD_SYSCALL1(SYS_exit_group, RD_EXIT_STATUS_ENDED);
}

/* ---- exit: main's return or a call of exit begins the ending. Handlers and destructors are events of the thread that called,
 * others run on meanwhile; the end of the process is the last event, behind all of them. */

int rd_quick_status;

/* What the others may do before counts: unless told otherwise they go first. */
static void let_others_go_first(struct rd_thread *thread)
{
    if (rd_control.random)
        return;
    thread->gives_way = true;
    thread->awaits_others_since = rd_events_in_all() + 1;
    rd_restore_limit(thread);
}

/* Nobody else runs any more, unless what is left to do blocks. */
void rd_process_exit(struct rd_thread *thread, int status, bool visible)
{
    if (rd_terminating)
        return;
    if (!visible) {
        if (rd_handlers_are_left())
            rd_note(thread, RD_UNFOLLOWED, 0, 0, 0, 0);
        rd_note(thread, RD_PROCESS_EXIT, 0, 0, (uint64_t)status, 0);
        rd_set_outcome(RD_OUTCOME_EXIT);
        return;
    }
    let_others_go_first(thread);
    rd_visible(thread, RD_PROCESS_EXIT, 0, 0);
    rd_note_who_waits(thread);
    bool stuck = rd_tell_circle(thread); /* of threads that the process does not wait for */
    rd_perform(thread, RD_PROCESS_EXIT, 0, 0, 0, (uint64_t)status, 0);
    rd_set_outcome(stuck ? RD_OUTCOME_DEADLOCK : RD_OUTCOME_EXIT);
    if (stuck)
        rd_failed();
    thread->region_depth++;
}

static struct rd_thread *begin_ending(void)
{
    struct rd_thread *thread = rd_enter();
    if (!thread || thread->ends_the_process) /* not recorded; or a handler calls it: the others go on to be run */
        return thread;
    thread->ends_the_process = true;
    let_others_go_first(thread);
    raddled_begin_ending();
    return thread;
}

void exit(int status)
{
    struct rd_thread *thread = begin_ending();
    if (thread)
        rd_run_thread_destructors(thread);
    raddled_run_handlers(status, RD_AT_EXIT);
    rd_real.exit(status);
    __builtin_unreachable();
}

void _exit(int status)
{
    struct rd_thread *thread = rd_enter();
    if (thread)
        rd_process_exit(thread, status, true);
    rd_real._exit(status);
    __builtin_unreachable();
}

void _Exit(int status)
{
    _exit(status);
}

void quick_exit(int status)
{
    begin_ending();
    rd_quick_status = status;
    raddled_run_handlers(status, RD_AT_QUICK_EXIT);
    rd_real.quick_exit(status);
    __builtin_unreachable();
}

/* ---- abort and assertions: the real functions say the words and end the process */

static void fail(uint8_t kind, uint64_t outcome, uint64_t object, uint64_t value, uint64_t extra)
{
    struct rd_thread *thread = rd_terminating ? NULL : rd_enter();
    if (!thread)
        return;
    rd_visible(thread, kind, 0, 0);
    rd_note_who_waits(thread);
    rd_perform(thread, kind, 0, 0, object, value, extra);
    rd_set_outcome(outcome);
    rd_failed();
    thread->region_depth++;
}

void abort(void)
{
    fail(RD_ABORT, RD_OUTCOME_ABORT, 0, 0, 0);
    rd_real.abort();
    __builtin_unreachable();
}

void rd_abort_with(const char *message)
{
    rd_say((const char *const[]){message, "\n", NULL});
    abort();
}

void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    fail(RD_ASSERT_FAIL, RD_OUTCOME_ASSERT, rd_address(expression), rd_address(file), line);
    rd_real.__assert_fail(expression, file, line, function);
    __builtin_unreachable();
}

void __assert(const char *expression, const char *file, int line)
{
    fail(RD_ASSERT_FAIL, RD_OUTCOME_ASSERT, rd_address(expression), rd_address(file), (uint64_t)line);
    rd_real.__assert(expression, file, line);
    __builtin_unreachable();
}

void __assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
    fail(RD_ASSERT_FAIL, RD_OUTCOME_ASSERT, 0, rd_address(file), line);
    rd_real.__assert_perror_fail(error, file, line, function);
    __builtin_unreachable();
}
