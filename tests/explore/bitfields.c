// CONSTRUCT: neighbouring bit-fields: each write reads and rewrites the whole unit
// OUTCOMES: 01 | 10 | 11
#include <pthread.h>
#include <stdio.h>

static struct {
    unsigned a : 1;
    unsigned b : 1;
} bits;

static void *first(void *arg) {
    (void)arg;
    bits.a = 1;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    bits.b = 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("%u%u\n", bits.a, bits.b);
    return 0;
}
