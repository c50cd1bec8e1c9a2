// CONSTRUCT: neighbouring bytes of one struct, each with its own thread
#include <pthread.h>

static struct {
    char first, second;
    short third;
} flags;

static void *one(void *arg) {
    (void)arg;
    flags.first = 1;
    return NULL;
}

static void *two(void *arg) {
    (void)arg;
    flags.second = 2;
    return NULL;
}

static void *three(void *arg) {
    (void)arg;
    flags.third = 3;
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, one, NULL);
    pthread_create(&t2, NULL, two, NULL);
    pthread_create(&t3, NULL, three, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
