// CONSTRUCT: two threads fill an array on the stack of main, and start at the same place after a reset
#include <pthread.h>

struct buffer {
    int *cells, used;
};

static void *clear(void *arg) {
    struct buffer *buffer = arg;
    buffer->used = 0;
    return NULL;
}

static void *append(void *arg) {
    struct buffer *buffer = arg;
    buffer->cells[buffer->used] = 1; // MEMORY! out-of-bounds
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    int cells[4] = {0, 0, 0, 0};
    struct buffer buffer = {cells, 4};
    pthread_create(&t1, NULL, clear, &buffer);
    pthread_create(&t2, NULL, append, &buffer);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return cells[0] - 1;
}
