// CONSTRUCT: main does not join: what the thread has not done by then never happens
// OUTCOMES: x=0 | x=1
#include <pthread.h>
#include <stdio.h>

static int x;

static void *set(void *arg) {
    (void)arg;
    x = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    int seen = x;
    printf("x=%d\n", seen);
    return 0;
}
