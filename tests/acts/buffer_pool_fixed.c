// CHECK proved
// CONSTRUCT: a pool of buffers: how many are free is asked before one is taken: the index becomes -1
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFERS = 1, SIZE = 16 };

static char memory[BUFFERS][SIZE];
static char *stack[BUFFERS] = {memory[0]};
static int available = BUFFERS;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static char *take(void) {
    char *buffer = NULL;
    pthread_mutex_lock(&lock);
    if (available > 0)
        buffer = stack[--available];
    pthread_mutex_unlock(&lock);
    return buffer;
}

static void *handle(void *arg) {
    char *buffer = take();
    if (buffer != NULL)
        memcpy(buffer, arg, 6);
    return NULL;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, handle, "hello");
    pthread_create(&two, NULL, handle, "there");
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return available == 0 ? 0 : 1;
}
