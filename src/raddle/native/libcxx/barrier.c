/* What std::barrier calls in libc++: linked into every C++ program and library that is linked with that, and instrumented as
 * they are, so that it is seen who waits for whom. See cxx/containers.c. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#define OURS __attribute__((weak, visibility("hidden")))

#define construct _ZNSt3__134__construct_barrier_algorithm_baseERl
#define arrive _ZNSt3__131__arrive_barrier_algorithm_baseEPNS_24__barrier_algorithm_baseEh
#define destroy _ZNSt3__132__destroy_barrier_algorithm_baseEPNS_24__barrier_algorithm_baseE

struct algorithm {
    const ptrdiff_t *expected; /* in the barrier, which changes it when all have come */
    _Atomic ptrdiff_t arrived;
};

OURS struct algorithm *construct(const ptrdiff_t *expected) {
    struct algorithm *made = malloc(sizeof *made);
    if (!made)
        abort();
    made->expected = expected;
    atomic_init(&made->arrived, 0);
    return made;
}

/* Whether it is the last to come in this phase. */
OURS bool arrive(struct algorithm *barrier, unsigned char phase) {
    ptrdiff_t expected = *barrier->expected; /* before it is counted: who comes last changes it */
    (void)phase;
    if (atomic_fetch_add_explicit(&barrier->arrived, 1, memory_order_acq_rel) + 1 != expected)
        return false;
    atomic_store_explicit(&barrier->arrived, 0, memory_order_relaxed);
    return true;
}

OURS void destroy(struct algorithm *barrier) {
    free(barrier);
}
