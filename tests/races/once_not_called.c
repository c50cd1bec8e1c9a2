// CONSTRUCT: one thread relies on the other's pthread_once
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table, seen[2];

static void fill(void) {
    table = 5; // RACE!
}

static void *first(void *arg) {
    (void)arg;
    pthread_once(&once, fill);
    seen[0] = table; // NORACE
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    seen[1] = table; // RACE!
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
