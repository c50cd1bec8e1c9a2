// CONSTRUCT: a buffer is given back to the pool and stamped afterwards; whoever trims the pool frees what is idle
#include <pthread.h>
#include <stdlib.h>

struct buffer {
    int stamp;
    struct buffer *next;
};

static struct buffer *idle;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void put(struct buffer *buffer) {
    pthread_mutex_lock(&lock);
    buffer->next = idle;
    idle = buffer;
    pthread_mutex_unlock(&lock);
}

static void *user(void *arg) {
    struct buffer *mine = arg;
    put(mine);
    mine->stamp = 1; // MEMORY! use-after-free
    return NULL;
}

static void *trimmer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    struct buffer *gone = idle;
    if (gone != NULL)
        idle = gone->next;
    pthread_mutex_unlock(&lock);
    free(gone);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, calloc(1, sizeof(struct buffer)));
    pthread_create(&t2, NULL, trimmer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
