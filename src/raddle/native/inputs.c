/* Values from outside: recorded, and fed back to the same thread's calls of the same kind, in order. Past the end of what is
 * fed back they are live. The live call is made either way, so that its hidden state keeps in step. */
#include "runtime.h"

uint64_t rd_next_input(const struct rd_thread *thread, uint64_t kind, uint64_t ahead, uint64_t live)
{
    const struct rd_list *fed = &thread->name->inputs[kind];
    return fed->next + ahead < fed->used ? fed->items[fed->next + ahead] : live;
}

uint64_t rd_tell_input(struct rd_thread *thread, uint64_t kind, uint64_t value)
{
    struct rd_list *fed = &thread->name->inputs[kind];
    bool feeds = fed->next < fed->used;
    fed->next += feeds;
    thread->steps.asked_outside = true;
    rd_note(thread, RD_INPUT, !feeds && rd_control.any_input ? RD_FLAG_LIVE : 0, kind, value, 0);
    return value;
}

uint64_t rd_input(struct rd_thread *thread, uint64_t kind, uint64_t live)
{
    return rd_tell_input(thread, kind, rd_next_input(thread, kind, 0, live));
}

/* ---- processes: a replay tells the recorded ids; the kernel must be given the real ones, for other processes may have those */

static struct process { pid_t told, real; struct process *next; } *processes;

pid_t rd_told_process(struct rd_thread *thread, pid_t real)
{
    if (real <= 0)
        return real;
    pid_t told = (pid_t)rd_input(thread, RD_INPUT_PID, (uint64_t)real);
    if (told == real || rd_real_process(told) == real)
        return told;
    struct process *process = rd_take(sizeof *process);
    *process = (struct process){told, real, processes};
    __atomic_store_n(&processes, process, __ATOMIC_RELEASE);
    return told;
}

pid_t rd_real_process(pid_t told)
{
    for (const struct process *process = __atomic_load_n(&processes, __ATOMIC_ACQUIRE); process; process = process->next)
        if (process->told == (told < 0 ? -told : told))
            return told < 0 ? -process->real : process->real;
    return told;
}

pid_t rd_known_process(pid_t real)
{
    for (const struct process *process = __atomic_load_n(&processes, __ATOMIC_ACQUIRE); process; process = process->next)
        if (process->real == real)
            return process->told;
    return real;
}

#define RD_PROCESS_INPUT(name) \
    pid_t name(void) \
    { \
        struct rd_thread *thread = rd_enter(); \
        pid_t live = rd_real.name(); \
        return thread ? rd_told_process(thread, live) : live; \
    }

RD_PROCESS_INPUT(getpid)
RD_PROCESS_INPUT(getppid)
RD_PROCESS_INPUT(gettid)

/* ---- the others */

#define RD_SIMPLE_INPUT(type, name, kind) \
    type name(void) \
    { \
        struct rd_thread *thread = rd_enter(); \
        type live = rd_real.name(); \
        return thread ? (type)rd_input(thread, kind, (uint64_t)live) : live; \
    }

RD_SIMPLE_INPUT(int, rand, RD_INPUT_RANDOM)
RD_SIMPLE_INPUT(long, random, RD_INPUT_RANDOM)
RD_SIMPLE_INPUT(long, lrand48, RD_INPUT_RANDOM)
RD_SIMPLE_INPUT(long, mrand48, RD_INPUT_RANDOM)

double drand48(void)
{
    struct rd_thread *thread = rd_enter();
    double live = rd_real.drand48();
    if (!thread)
        return live;
    uint64_t bits;
    memcpy(&bits, &live, sizeof bits);
    bits = rd_input(thread, RD_INPUT_RANDOM, bits);
    memcpy(&live, &bits, sizeof bits);
    return live;
}

/* eight bytes an input */
static void replace_bytes(struct rd_thread *thread, char *bytes, uint64_t size)
{
    for (uint64_t at = 0; at < size; at += 8) {
        uint64_t part = size - at < 8 ? size - at : 8, value = 0;
        memcpy(&value, bytes + at, part);
        value = rd_input(thread, RD_INPUT_RANDOM, value);
        memcpy(bytes + at, &value, part);
    }
    rd_perform_write(thread, bytes, size);
}

ssize_t getrandom(void *bytes, size_t size, unsigned flags)
{
    struct rd_thread *thread = rd_enter();
    if (thread)
        rd_visible(thread, RD_WRITE, rd_address(bytes), size | RD_WRITES);
    ssize_t got = rd_real.getrandom(bytes, size, flags);
    if (thread && got > 0)
        replace_bytes(thread, bytes, (uint64_t)got);
    return got;
}

int getentropy(void *bytes, size_t size)
{
    struct rd_thread *thread = rd_enter();
    if (thread)
        rd_visible(thread, RD_WRITE, rd_address(bytes), size | RD_WRITES);
    int result = rd_real.getentropy(bytes, size);
    if (thread && result == 0)
        replace_bytes(thread, bytes, size);
    return result;
}
