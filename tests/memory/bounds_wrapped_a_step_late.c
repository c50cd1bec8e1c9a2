// CONSTRUCT: the head of a ring goes one too far before it is set back to the beginning
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 4

static int ring[SIZE];
static atomic_int head = SIZE - 1;
static int last;

static void *producer(void *arg) {
    (void)arg;
    ring[SIZE - 1] = 8;
    if (atomic_fetch_add(&head, 1) == SIZE - 1)
        atomic_store(&head, 0);
    return NULL;
}

static void *monitor(void *arg) {
    (void)arg;
    last = ring[atomic_load(&head)]; // MEMORY! out-of-bounds
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, monitor, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
