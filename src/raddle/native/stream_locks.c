/* The locks of streams. flockfile() and its kin are a recursive lock of the stream. In a program that names one of
 * them, the functions in effects.h that work on a stream hold that lock meanwhile, as in the C library; in others nobody could
 * tell. The real lock is taken too, behind ours: for who prints from code without hooks. */
#include "runtime.h"

#include <stdio.h>

static bool in_use;

/* where the lock of a stream lies: of standard streams at a place of ours, the same in every run, which nobody else touches */
static const void *place_of(const void *stream)
{
    static const char places[3][64];
    return stream == stdin ? places[0] : stream == stdout ? places[1] : stream == stderr ? places[2] : stream;
}

static const void *lock_of(const void *stream)
{
    const void *place = place_of(stream);
    struct rd_object *lock = rd_mutex(place);
    lock->initialised = true;
    lock->type = RD_MUTEX_RECURSIVE;
    return place;
}

void rd_note_stream_locks(const struct rd_module *module)
{
    const void *names[] = {(const void *)(uintptr_t)flockfile, (const void *)(uintptr_t)ftrylockfile};
    for (uint64_t i = 0; i < module->address_count && !in_use; i++)
        in_use = module->addresses[i] == names[0] || module->addresses[i] == names[1];
}

void rd_hold_stream(struct rd_thread *thread, uint64_t stream)
{
    if (in_use && stream)
        rd_mutex_lock(thread, lock_of((const void *)stream));
}

void rd_let_stream_go(struct rd_thread *thread, uint64_t stream)
{
    if (in_use && stream)
        rd_mutex_unlock(thread, lock_of((const void *)stream));
}

/* ---- the names */

void flockfile(FILE *stream)
{
    struct rd_thread *thread = rd_enter();
    if (thread)
        rd_mutex_lock(thread, lock_of(stream));
    rd_real.flockfile(stream);
}

int ftrylockfile(FILE *stream)
{
    struct rd_thread *thread = rd_enter();
    int result = thread ? rd_mutex_trylock(thread, lock_of(stream)) : 0;
    return result ? result : rd_real.ftrylockfile(stream);
}

void funlockfile(FILE *stream)
{
    struct rd_thread *thread = rd_enter();
    rd_real.funlockfile(stream);
    if (thread)
        rd_mutex_unlock(thread, lock_of(stream));
}
