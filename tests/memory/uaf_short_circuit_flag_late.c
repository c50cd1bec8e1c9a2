// CONSTRUCT: `&&` looks at a flag that is cleared when the item has been freed already
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int alive = 1, hits;

static void *reader(void *arg) {
    int *item = arg;
    pthread_mutex_lock(&lock);
    if (alive && *item > 3) // MEMORY! use-after-free
        hits++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *remover(void *arg) {
    int *item = arg;
    free(item);
    pthread_mutex_lock(&lock);
    alive = 0;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    int *item = malloc(sizeof *item);
    *item = 5;
    pthread_create(&t1, NULL, reader, item);
    pthread_create(&t2, NULL, remover, item);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
