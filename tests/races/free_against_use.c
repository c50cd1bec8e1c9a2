// CONSTRUCT: a buffer is freed while another thread may still look at it
#include <pthread.h>
#include <stdlib.h>

static int *buffer, seen;

static void *reader(void *arg) {
    (void)arg;
    seen = buffer[1]; // RACE!
    return NULL;
}

static void *closer(void *arg) {
    (void)arg;
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
