// CONSTRUCT: the last of none: an unsigned number below 0 is a very large index
#include <pthread.h>

static int stack[8], seen;
static unsigned depth = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *peek(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    seen = stack[depth - 1]; // MEMORY! out-of-bounds
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *pop(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    depth--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, peek, NULL);
    pthread_create(&t2, NULL, pop, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
