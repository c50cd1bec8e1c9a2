// CONSTRUCT: a sequence lock: the reader retries while the writer is active
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int left, right;
static int total;

static void *writer(void *arg) {
    (void)arg;
    for (int i = 1; i <= 2; i++) {
        atomic_fetch_add(&sequence, 1);
        atomic_store(&left, i);
        atomic_store(&right, -i);
        atomic_fetch_add(&sequence, 1);
    }
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    unsigned before, after;
    int l, r;
    do {
        while ((before = atomic_load(&sequence)) & 1)
            sched_yield();
        l = atomic_load(&left);
        r = atomic_load(&right);
        after = atomic_load(&sequence);
    } while (before != after);
    assert(l + r == 0);
    total = l;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(total >= 0 && total <= 2 && sequence == 4);
    return 0;
}
