// CONSTRUCT: C11's own threads and mutexes
#include <threads.h>

static mtx_t lock;
static int locked, unlocked;

static int worker(void *arg) {
    (void)arg;
    mtx_lock(&lock);
    locked++;
    mtx_unlock(&lock);
    unlocked++; // RACE!
    return 0;
}

int main(void) {
    thrd_t t1, t2;
    mtx_init(&lock, mtx_plain);
    thrd_create(&t1, worker, NULL);
    thrd_create(&t2, worker, NULL);
    thrd_join(t1, NULL);
    thrd_join(t2, NULL);
    return 0;
}
