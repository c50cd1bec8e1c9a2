// CONSTRUCT: one plain increment in each of three threads
// OUTCOMES: x=1 | x=2 | x=3
#include <pthread.h>
#include <stdio.h>

static int x;

static void *first(void *arg) {
    (void)arg;
    x++;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    x++;
    return NULL;
}

static void *third(void *arg) {
    (void)arg;
    x++;
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_create(&t3, NULL, third, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    printf("x=%d\n", x);
    return 0;
}
