/* What std::call_once calls in libc++, whose header looks at the flag first: as barrier.c, in C++ for the sake of exceptions. The
 * name is not libc++'s (cxx_strings.h), whose own code keeps to its own. */
#include <pthread.h>
#include <stdint.h>

#define OURS __attribute__((weak, visibility("hidden")))

#define call_once _ZNSt3__118__raddle_call_onceERVmPvPFvS2_E

/* As the header knows it. */
enum : uint64_t { UNSET = 0, PENDING = 1, COMPLETE = UINT64_MAX };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void set(uint64_t *flag, uint64_t value) {
    pthread_mutex_lock(&lock);
    __atomic_store_n(flag, value, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    pthread_cond_broadcast(&changed);
}

extern "C" OURS void call_once(uint64_t *flag, void *argument, void (*routine)(void *)) {
    pthread_mutex_lock(&lock);
    while (__atomic_load_n(flag, __ATOMIC_RELAXED) == PENDING)
        pthread_cond_wait(&changed, &lock);
    bool first = __atomic_load_n(flag, __ATOMIC_RELAXED) == UNSET;
    if (first)
        __atomic_store_n(flag, PENDING, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
    if (!first)
        return;
    try {
        routine(argument);
    } catch (...) {
        set(flag, UNSET);
        throw;
    }
    set(flag, COMPLETE);
}
