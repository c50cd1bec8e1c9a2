// CONSTRUCT: an atomic index deals out the slots; relaxed is enough for that
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next;
static int slots[4];

static void *worker(void *arg) {
    (void)arg;
    int mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    slots[mine] = mine * mine;
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_create(&t3, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
