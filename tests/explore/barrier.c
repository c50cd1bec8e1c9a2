// CONSTRUCT: what was written before the barrier is seen after it
// OUTCOMES: 1 1
#include <pthread.h>
#include <stdio.h>

static int x, y;
static pthread_barrier_t barrier;

static void *first(void *arg) {
    (void)arg;
    x = 1;
    pthread_barrier_wait(&barrier);
    int r = y;
    return (void *)(long)r;
}

static void *second(void *arg) {
    (void)arg;
    y = 1;
    pthread_barrier_wait(&barrier);
    int r = x;
    return (void *)(long)r;
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
