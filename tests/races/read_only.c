// CONSTRUCT: a table that all read and nobody writes any more
#include <pthread.h>

static int table[3], sums[2];

static int sum(void) {
    int found = 0;
    for (int i = 0; i < 3; i++)
        found += table[i];
    return found;
}

static void *first(void *arg) {
    (void)arg;
    sums[0] = sum();
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    sums[1] = sum();
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    for (int i = 0; i < 3; i++)
        table[i] = i * i;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
