// CONSTRUCT: who counts the users down to zero under the lock frees
#include <pthread.h>
#include <stdlib.h>

static int *buffer, users = 2;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void leave(void) {
    pthread_mutex_lock(&lock);
    int left = --users;
    pthread_mutex_unlock(&lock);
    if (left == 0)
        free(buffer);
}

static void *first(void *arg) {
    (void)arg;
    int seen = buffer[0];
    (void)seen;
    leave();
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    int seen = buffer[1];
    (void)seen;
    leave();
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    buffer = calloc(4, sizeof *buffer);
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
