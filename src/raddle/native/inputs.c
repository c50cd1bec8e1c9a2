/* Values from outside: recorded, and fed back to the same thread's calls of the same kind, in order. Past the end of what is
 * fed back they are live. The live call is made either way, so that its hidden state keeps in step. */
#include "runtime.h"

uint64_t rd_input(struct rd_thread *thread, uint64_t kind, uint64_t live)
{
    struct rd_list *fed = &thread->name->inputs[kind];
    bool feeds = fed->next < fed->used;
    uint64_t value = feeds ? fed->items[fed->next++] : live;
    rd_note(thread, RD_INPUT, !feeds && rd_control.any_input ? RD_FLAG_LIVE : 0, kind, value, 0);
    return value;
}

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
RD_SIMPLE_INPUT(pid_t, getpid, RD_INPUT_PID)
RD_SIMPLE_INPUT(pid_t, getppid, RD_INPUT_PID)
RD_SIMPLE_INPUT(pid_t, gettid, RD_INPUT_PID)

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
