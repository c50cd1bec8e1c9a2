// CONSTRUCT: two threads make a log longer: each gives the same old block to realloc
#include <pthread.h>
#include <stdlib.h>

static char *lines;

static void *grow(void *arg) {
    size_t *size = arg;
    lines = realloc(lines, *size); // MEMORY! double-free
    return NULL;
}

int main(void) {
    static size_t sizes[] = {4096, 8192};
    pthread_t t1, t2;
    lines = malloc(16);
    pthread_create(&t1, NULL, grow, &sizes[0]);
    pthread_create(&t2, NULL, grow, &sizes[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
