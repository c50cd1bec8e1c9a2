// CONSTRUCT: an 8-byte structure as one atomic object
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct version {
    int number;
    int changes;
};

static _Atomic struct version current;

static void *work(void *arg) {
    int by = (int)(long)arg;
    for (int i = 0; i < 2; i++) {
        struct version old = atomic_load(&current), new;
        do {
            new.number = old.number + by;
            new.changes = old.changes + 1;
        } while (!atomic_compare_exchange_strong(&current, &old, new));
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, (void *)5L);
    pthread_create(&t2, NULL, work, (void *)7L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    struct version last = atomic_load(&current);
    assert(last.number == 24 && last.changes == 4);
    return 0;
}
