// CONSTRUCT: an assertion in a thread that fails in some schedules
// OUTCOMES: r=0 | r=2 | signal ABRT
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int x;

static void *first(void *arg) {
    (void)arg;
    x = 1;
    x = 2;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    int r = x;
    assert(r != 1);
    return (void *)(long)r;
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    (void)r1;
    printf("r=%d\n", (int)(long)r2);
    return 0;
}
