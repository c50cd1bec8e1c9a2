// CONSTRUCT: pthread_once orders its routine before all who pass
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table, seen[2];

static void fill(void) {
    table = 5;
}

static void *first(void *arg) {
    (void)arg;
    pthread_once(&once, fill);
    seen[0] = table;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_once(&once, fill);
    seen[1] = table;
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
