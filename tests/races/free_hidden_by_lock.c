// CONSTRUCT: the buffer is freed after a lock that the reader took before: in this run
#include <pthread.h>
#include <stdlib.h>

static int *buffer, seen, users = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *arg) {
    (void)arg;
    seen = buffer[1]; // RACE!
    pthread_mutex_lock(&lock);
    users--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *closer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    users--;
    pthread_mutex_unlock(&lock);
    free(buffer); // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    buffer = calloc(4, sizeof *buffer);
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, closer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
