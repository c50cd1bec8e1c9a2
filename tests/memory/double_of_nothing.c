// CONSTRUCT: an optional buffer that was never allocated is freed by two threads: that frees nothing, twice
#include <pthread.h>
#include <stdlib.h>

static struct options {
    char *prefix;
} options;

static void *leave(void *arg) {
    (void)arg;
    free(options.prefix); // SAFE a null pointer
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, leave, NULL);
    pthread_create(&t2, NULL, leave, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
