// CONSTRUCT: two fields written one by one, read one by one
// OUTCOMES: 00 | 01 | 10 | 11
#include <pthread.h>
#include <stdio.h>

struct pair {
    int a, b;
};

static struct pair pair;

static void *first(void *arg) {
    (void)arg;
    pair.a = 1;
    pair.b = 1;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    int a = pair.a;
    int b = pair.b;
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
