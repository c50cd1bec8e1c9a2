// CHECK proved
// CONSTRUCT: a reference count: taken down in one section, compared with zero in another: freed twice
#include <pthread.h>
#include <stdlib.h>

struct session {
    pthread_mutex_t lock;
    int references;
    char *buffer;
};

static struct session session = {PTHREAD_MUTEX_INITIALIZER, 2, NULL};

static void release(struct session *one) {
    pthread_mutex_lock(&one->lock);
    int left = --one->references;
    pthread_mutex_unlock(&one->lock);
    if (left == 0)
        free(one->buffer);
}

static void *handle(void *arg) {
    struct session *one = arg;
    pthread_mutex_lock(&one->lock);
    one->buffer[0]++;
    pthread_mutex_unlock(&one->lock);
    release(one);
    return NULL;
}

int main(void) {
    pthread_t reader, writer;
    session.buffer = calloc(1, 64);
    pthread_create(&reader, NULL, handle, &session);
    pthread_create(&writer, NULL, handle, &session);
    pthread_join(reader, NULL);
    pthread_join(writer, NULL);
    return session.references;
}
