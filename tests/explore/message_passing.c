// CONSTRUCT: data, then flag; the reader reads flag, then data
// OUTCOMES: 00 | 01 | 11
#include <pthread.h>
#include <stdio.h>

static int data, flag;

static void *first(void *arg) {
    (void)arg;
    data = 1;
    flag = 1;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    int f = flag;
    int d = data;
    return (void *)(long)(f * 10 + d);
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
