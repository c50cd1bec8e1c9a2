// CONSTRUCT: main reads between the two joins: only the joined thread is sure to be done
// OUTCOMES: x=0 y=1 | x=1 y=1
#include <pthread.h>
#include <stdio.h>

static int x, y;

static void *set_x(void *arg) {
    (void)arg;
    x = 1;
    return NULL;
}

static void *set_y(void *arg) {
    (void)arg;
    y = 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, set_x, NULL);
    pthread_create(&t2, NULL, set_y, NULL);
    pthread_join(t2, NULL);
    int a = x;
    int b = y;
    pthread_join(t1, NULL);
    printf("x=%d y=%d\n", a, b);
    return 0;
}
