// CONSTRUCT: an atomic index that is loaded and stored: two threads may get one slot
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next;
static int slots[4];

static void *worker(void *arg) {
    (void)arg;
    int mine = atomic_load(&next);
    atomic_store(&next, mine + 1);
    slots[mine] = mine * mine; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
