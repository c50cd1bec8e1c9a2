// CONSTRUCT: each thread has its own
#include <pthread.h>

static __thread int counter;
static int results[2];

static int count(void) {
    for (int i = 0; i < 3; i++)
        counter++;
    return counter;
}

static void *first(void *arg) {
    (void)arg;
    results[0] = count();
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    results[1] = count();
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
