// CONSTRUCT: the second thread is created after the first is joined: nothing interleaves
// OUTCOMES: x=3
#include <pthread.h>
#include <stdio.h>

static int x;

static void *set(void *arg) {
    (void)arg;
    x = 1;
    return NULL;
}

static void *add(void *arg) {
    (void)arg;
    x = x + 2;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, set, NULL);
    pthread_join(t1, NULL);
    pthread_create(&t2, NULL, add, NULL);
    pthread_join(t2, NULL);
    printf("x=%d\n", x);
    return 0;
}
