// CONSTRUCT: a heap block freed by one thread and read by another only while a flag says it is alive
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *block;
static int freed, seen = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (!freed)
        seen = *block;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *freer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    free(block);
    freed = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    block = malloc(sizeof *block);
    assert(block != NULL);
    *block = 6;
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, freer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(seen == -1 || seen == 6);
    return 0;
}
