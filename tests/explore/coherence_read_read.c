// CONSTRUCT: two reads of one variable never go back
// OUTCOMES: 00 | 01 | 02 | 11 | 12 | 22
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
    int a = x;
    int b = x;
    return (void *)(long)(a * 10 + b);
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    (void)r1;
    printf("%02d\n", (int)(long)r2);
    return 0;
}
