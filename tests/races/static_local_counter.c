// CONSTRUCT: a counter that is static in a function which two threads call
#include <pthread.h>

static int next_id(void) {
    static int last;
    return ++last; // RACE!
}

static int ids[2];

static void *first(void *arg) {
    (void)arg;
    ids[0] = next_id();
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    ids[1] = next_id();
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
