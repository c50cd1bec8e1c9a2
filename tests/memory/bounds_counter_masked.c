// CONSTRUCT: the head of a ring is counted up for ever, and masked where it is used
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 4

static int ring[SIZE];
static atomic_uint head = SIZE - 1;

static void *producer(void *arg) {
    (void)arg;
    unsigned at = atomic_fetch_add(&head, 1);
    ring[at & (SIZE - 1)] = 8; // SAFE
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, producer, NULL);
    pthread_create(&t3, NULL, producer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
