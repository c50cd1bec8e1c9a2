// CONSTRUCT: the divisor is a power of two that another thread doubles, once more than it has bits for
#include <pthread.h>

static unsigned unit = 1u << 30, units;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *measure(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    units = 0xffffffffu / unit; // MEMORY! division
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *coarsen(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        unit *= 2;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, measure, NULL);
    pthread_create(&t2, NULL, coarsen, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
