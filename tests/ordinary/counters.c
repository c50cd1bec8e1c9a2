// Statistics in atomic counters: requests begin and end, and no more end than have begun.
// BUG: assertion: a counter is loaded, and stored one more
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 5
#endif

static atomic_int begun, ended;

static void *serve(void *arg) {
    for (int i = 0; i < N; i++) {
#ifdef BUG
        atomic_store(&begun, atomic_load(&begun) + 1);
#else
        atomic_fetch_add(&begun, 1);
#endif
        atomic_fetch_add(&ended, 1);
        int over = atomic_load(&ended);
        assert(over <= atomic_load(&begun));
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, serve, NULL);
    pthread_create(&b, NULL, serve, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&begun) == 2 * N);
    return 0;
}
