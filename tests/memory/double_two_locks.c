// CONSTRUCT: the reader's side and the writer's side each have a lock of their own, and both drop the shared frame
#include <pthread.h>
#include <stdlib.h>

static struct {
    pthread_mutex_t reading, writing;
    void *frame;
} link = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, NULL};

static void *reader(void *arg) {
    (void)arg;
    pthread_mutex_lock(&link.reading);
    void *old = link.frame;
    link.frame = NULL;
    pthread_mutex_unlock(&link.reading);
    free(old); // MEMORY! double-free
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&link.writing);
    void *old = link.frame;
    link.frame = malloc(24);
    pthread_mutex_unlock(&link.writing);
    free(old); // MEMORY! double-free
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    link.frame = malloc(24);
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, writer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
