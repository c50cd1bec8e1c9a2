// VERIFY proved
// CONSTRUCT: a buffer on the heap, freed by its last user
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct buffer {
    int references, byte;
};

static struct buffer *shared;

static void *user(void *arg) {
    struct buffer *mine = shared;
    pthread_mutex_lock(&lock);
    assert(mine->byte == 3);
    mine->references = mine->references - 1;
    int last = mine->references == 0;
    if (last) mine->byte = 0;
    pthread_mutex_unlock(&lock);
    if (last) free(mine);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    shared = malloc(sizeof *shared);
    shared->references = 2;
    shared->byte = 3;
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, user, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
