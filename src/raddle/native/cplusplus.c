/* C++: operator new and delete, so that what they allocate is the program's own, and the guards of static locals, which the C++
 * library would wait for in the kernel. All weak: a program may define its own operators. */
#include "runtime.h"

#include <dlfcn.h>

#define WEAK __attribute__((weak))
#define ALIGNMENT 16

/* ---- operator new: only the real one can throw */

static void *allocate(uint64_t size, uint64_t alignment, const void *caller, const char *name)
{
    void *found = rd_allocate(size ? size : 1, alignment, alignment > ALIGNMENT ? RD_HEAP_ALIGNED : RD_HEAP_MALLOC, caller);
    if (found || !name)
        return found;
    void *(*real)(uint64_t, uint64_t) = (void *(*)(uint64_t, uint64_t))(uintptr_t)dlsym(RTLD_NEXT, name);
    if (!real)
        abort();
    return real(size, alignment);
}

#define RD_NEW(name, ...) \
    WEAK void *name(__VA_ARGS__); \
    WEAK void *name(__VA_ARGS__)

RD_NEW(_Znwm, uint64_t size) { return allocate(size, ALIGNMENT, RD_CALLER, "_Znwm"); }
RD_NEW(_Znam, uint64_t size) { return allocate(size, ALIGNMENT, RD_CALLER, "_Znam"); }
RD_NEW(_ZnwmSt11align_val_t, uint64_t size, uint64_t alignment)
{
    return allocate(size, alignment < ALIGNMENT ? ALIGNMENT : alignment, RD_CALLER, "_ZnwmSt11align_val_t");
}
RD_NEW(_ZnamSt11align_val_t, uint64_t size, uint64_t alignment)
{
    return allocate(size, alignment < ALIGNMENT ? ALIGNMENT : alignment, RD_CALLER, "_ZnamSt11align_val_t");
}
RD_NEW(_ZnwmRKSt9nothrow_t, uint64_t size, const void *nothrow)
{
    (void)nothrow;
    return allocate(size, ALIGNMENT, RD_CALLER, NULL);
}
RD_NEW(_ZnamRKSt9nothrow_t, uint64_t size, const void *nothrow)
{
    (void)nothrow;
    return allocate(size, ALIGNMENT, RD_CALLER, NULL);
}

/* ---- operator delete, in all its forms */

#define RD_DELETE(name) \
    WEAK void name(void *pointer); \
    WEAK void name(void *pointer) \
    { \
        rd_free(pointer, RD_CALLER); \
    }

RD_DELETE(_ZdlPv)
RD_DELETE(_ZdaPv)
RD_DELETE(_ZdlPvm)
RD_DELETE(_ZdaPvm)
RD_DELETE(_ZdlPvRKSt9nothrow_t)
RD_DELETE(_ZdaPvRKSt9nothrow_t)
RD_DELETE(_ZdlPvSt11align_val_t)
RD_DELETE(_ZdaPvSt11align_val_t)
RD_DELETE(_ZdlPvmSt11align_val_t)
RD_DELETE(_ZdaPvmSt11align_val_t)

/* ---- static locals: the first byte of the guard says that it is done. A library's own ones are no events: code that is not
 * instrumented looks at the byte before it calls us, so in another order it would not call. */

static pthread_mutex_t plain_guards = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static struct rd_thread *enter_guard(const uint64_t *guard)
{
    struct rd_thread *thread = rd_enter();
    return thread && rd_is_own_variable(guard) ? thread : NULL;
}

static void leave_library_static(void)
{
    if (rd_page && rd_self->library_statics)
        rd_self->library_statics--;
    rd_real.pthread_mutex_unlock(&plain_guards);
}

WEAK int __cxa_guard_acquire(uint64_t *guard);
WEAK int __cxa_guard_acquire(uint64_t *guard)
{
    if (__atomic_load_n((char *)guard, __ATOMIC_ACQUIRE))
        return 0;
    struct rd_thread *thread = enter_guard(guard);
    if (thread)
        return rd_once_begin(thread, guard);
    rd_real.pthread_mutex_lock(&plain_guards);
    if (!*(char *)guard) {
        if (rd_page)
            rd_self->library_statics++;
        return 1;
    }
    rd_real.pthread_mutex_unlock(&plain_guards);
    return 0;
}

WEAK void __cxa_guard_release(uint64_t *guard);
WEAK void __cxa_guard_release(uint64_t *guard)
{
    struct rd_thread *thread = enter_guard(guard);
    if (thread)
        rd_once_end(thread, guard, true);
    __atomic_store_n((char *)guard, 1, __ATOMIC_RELEASE);
    if (thread)
        rd_perform_write(thread, guard, 1);
    else
        leave_library_static();
}

WEAK void __cxa_guard_abort(uint64_t *guard);
WEAK void __cxa_guard_abort(uint64_t *guard)
{
    struct rd_thread *thread = enter_guard(guard);
    if (thread)
        rd_once_end(thread, guard, false);
    else
        leave_library_static();
}
