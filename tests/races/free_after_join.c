// CONSTRUCT: a buffer is freed when all its users have ended
#include <pthread.h>
#include <stdlib.h>

static int *buffer, seen;

static void *reader(void *arg) {
    (void)arg;
    seen = buffer[1];
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    buffer[2] = 4;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    buffer = calloc(4, sizeof *buffer);
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, writer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    free(buffer);
    return 0;
}
