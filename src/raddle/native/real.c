/* Finds the real functions behind the ones the runtime defines. */
#include "runtime.h"

#include <dlfcn.h>

struct rd_real rd_real;
int (*rd_real_thread_atexit)(void (*)(void *), void *, void *);
int (*rd_real_atexit)(void (*)(void *), void *, void *);
int (*rd_real_at_quick_exit)(void (*)(void *), void *);

/* A plain dlsym may answer with the condition variables of glibc 2.2. */
static void *find(const char *name)
{
    void *found = strncmp(name, "pthread_cond_", 13) == 0 ? dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2") : NULL;
    return found ? found : dlsym(RTLD_NEXT, name);
}

void rd_resolve_real_functions(void)
{
#define RD_FIND(name) rd_real.name = (__typeof__(rd_real.name))(uintptr_t)find(#name);
    RD_REAL_FUNCTIONS(RD_FIND)
#undef RD_FIND
    rd_real_thread_atexit = (__typeof__(rd_real_thread_atexit))(uintptr_t)find("__cxa_thread_atexit_impl");
    rd_real_atexit = (__typeof__(rd_real_atexit))(uintptr_t)find("__cxa_atexit");
    rd_real_at_quick_exit = (__typeof__(rd_real_at_quick_exit))(uintptr_t)find("__cxa_at_quick_exit");
}
