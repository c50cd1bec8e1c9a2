// CONSTRUCT: after the barrier the accesses race again
// OUTCOMES: 1 2 | 2 2
#include <pthread.h>
#include <stdio.h>

static int x;
static pthread_barrier_t barrier;

static void *first(void *arg) {
    (void)arg;
    x = 1;
    pthread_barrier_wait(&barrier);
    int r = x;
    return (void *)(long)r;
}

static void *second(void *arg) {
    (void)arg;
    pthread_barrier_wait(&barrier);
    x = 2;
    return (void *)2L;
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    printf("%d %d\n", (int)(long)r1, (int)(long)r2);
    return 0;
}
