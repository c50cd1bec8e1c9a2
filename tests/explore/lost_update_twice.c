// CONSTRUCT: two plain increments in each of two threads
// OUTCOMES: x=2 | x=3 | x=4
#include <pthread.h>
#include <stdio.h>

static int x;

static void *first(void *arg) {
    (void)arg;
    x++;
    x++;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    x++;
    x++;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("x=%d\n", x);
    return 0;
}
