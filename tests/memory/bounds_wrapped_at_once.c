// CONSTRUCT: the head of a ring is computed first and stored once: it never goes too far
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 4

static int ring[SIZE];
static atomic_int head = SIZE - 1;
static int last;

static void *producer(void *arg) {
    (void)arg;
    int at = atomic_load(&head);
    ring[at] = 8; // SAFE
    atomic_store(&head, (at + 1) % SIZE);
    return NULL;
}

static void *monitor(void *arg) {
    (void)arg;
    last = ring[atomic_load(&head)]; // SAFE
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
