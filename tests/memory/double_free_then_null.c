// CONSTRUCT: two threads close the same file: each frees the buffer and clears the pointer to it
#include <pthread.h>
#include <stdlib.h>

static struct file {
    char *buffer;
    int descriptor;
} file;

static void *close_it(void *arg) {
    (void)arg;
    free(file.buffer); // MEMORY! double-free
    file.buffer = NULL;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    file.buffer = malloc(16);
    pthread_create(&t1, NULL, close_it, NULL);
    pthread_create(&t2, NULL, close_it, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
