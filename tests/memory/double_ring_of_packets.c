// CONSTRUCT: two consumers of a ring: each takes the packet at the tail under the lock, and moves the tail under it again
#include <pthread.h>
#include <stdlib.h>

#define SIZE 4

static void *ring[SIZE];
static unsigned tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *consumer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    void *packet = ring[tail % SIZE];
    pthread_mutex_unlock(&lock);
    free(packet); // MEMORY! double-free
    pthread_mutex_lock(&lock);
    tail++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    for (int i = 0; i < SIZE; i++)
        ring[i] = malloc(8);
    pthread_create(&t1, NULL, consumer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
