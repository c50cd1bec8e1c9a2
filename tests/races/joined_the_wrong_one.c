// CONSTRUCT: main joins one of two threads and reads what the other computes
#include <pthread.h>
#include <stdio.h>

static int first, second;

static void *one(void *arg) {
    (void)arg;
    first = 1;
    return NULL;
}

static void *two(void *arg) {
    (void)arg;
    second = 2; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, one, NULL);
    pthread_create(&t2, NULL, two, NULL);
    pthread_join(t1, NULL);
    int sum = first; // NORACE
    sum += second; // RACE!
    pthread_join(t2, NULL);
    printf("%d\n", sum);
    return 0;
}
