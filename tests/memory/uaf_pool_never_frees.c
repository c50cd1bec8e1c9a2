// CONSTRUCT: a pool of static buffers: what was given back is still memory, though it may be somebody else's
#include <pthread.h>
#include <stdlib.h>

struct buffer {
    int stamp;
    struct buffer *next;
};

static struct buffer buffers[2], *idle;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void pool_free(struct buffer *buffer) {
    pthread_mutex_lock(&lock);
    buffer->next = idle;
    idle = buffer;
    pthread_mutex_unlock(&lock);
}

static void *user(void *arg) {
    struct buffer *mine = arg;
    pool_free(mine);
    mine->stamp = 1; // SAFE as far as memory goes: a bug of another kind
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, &buffers[0]);
    pthread_create(&t2, NULL, user, &buffers[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
