// CONSTRUCT: main joins a thread that joins a thread that needs main's lock
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t inner;
static int count, finished;

static void *needs_lock(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock); // DEADLOCK!
    count++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *joins(void *arg) {
    (void)arg;
    pthread_join(inner, NULL); // DEADLOCK!
    return NULL;
}

static void *other(void *arg) {
    (void)arg;
    finished = 1;
    return NULL;
}

int main(void) {
    pthread_t outer, last;
    pthread_create(&inner, NULL, needs_lock, NULL);
    pthread_create(&outer, NULL, joins, NULL);
    pthread_create(&last, NULL, other, NULL);
    pthread_join(last, NULL);
    pthread_mutex_lock(&lock);
    pthread_join(outer, NULL); // DEADLOCK!
    pthread_mutex_unlock(&lock);
    return 0;
}
