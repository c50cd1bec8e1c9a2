// A list that is read without locks: who changes it publishes a copy, and frees the old one when nobody reads.
// BUG: memory: the old one is freed at once
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef N
#define N 5
#endif

struct config { int low, high; };
static _Atomic(struct config *) current;
static atomic_int readers;

static void *look(void *arg) {
    for (int i = 0; i < N; i++) {
        atomic_fetch_add(&readers, 1);
        struct config *config = atomic_load(&current);
        assert(config->low <= config->high);
        atomic_fetch_sub(&readers, 1);
    }
    return arg;
}

static void *change(void *arg) {
    for (int i = 1; i <= N; i++) {
        struct config *made = malloc(sizeof *made);
        made->low = i;
        made->high = 2 * i;
        struct config *old = atomic_exchange(&current, made);
#ifndef BUG
        while (atomic_load(&readers))
            sched_yield();
#endif
        free(old);
    }
    return arg;
}

int main(void) {
    pthread_t reader, writer;
    struct config *made = calloc(1, sizeof *made);
    atomic_store(&current, made);
    pthread_create(&reader, NULL, look, NULL);
    pthread_create(&writer, NULL, change, NULL);
    pthread_join(reader, NULL);
    pthread_join(writer, NULL);
    free(atomic_load(&current));
    return 0;
}
