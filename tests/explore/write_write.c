// CONSTRUCT: two writers of two variables in opposite order (2+2W)
// OUTCOMES: 1 2 | 2 1 | 2 2
#include <pthread.h>
#include <stdio.h>

static int x, y;

static void *first(void *arg) {
    (void)arg;
    x = 1;
    y = 2;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    y = 1;
    x = 2;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("%d %d\n", x, y);
    return 0;
}
