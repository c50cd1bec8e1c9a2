// CONSTRUCT: double-checked locking with a plain flag
#include <pthread.h>

static int ready, table, seen[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int get(void) {
    if (!ready) { // RACE!
        pthread_mutex_lock(&lock);
        if (!ready) { // NORACE
            table = 9; // RACE!
            ready = 1; // RACE!
        }
        pthread_mutex_unlock(&lock);
    }
    return table; // RACE!
}

static void *first(void *arg) {
    (void)arg;
    seen[0] = get();
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    seen[1] = get();
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
