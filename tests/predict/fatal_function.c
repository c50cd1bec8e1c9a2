// CONSTRUCT: a function of the program's own that never returns: it says something, and aborts
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int ready, data;

_Noreturn static void fatal(const char *why, int value) {
    fprintf(stderr, "fatal: %s: %d\n", why, value);
    abort();
}

static void *writer(void *arg) {
    (void)arg;
    ready = 1;
    data = 42;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int seen = ready, value = data;
    if (seen && value != 42) fatal("too early", value); // FAILS
    if (value != 42 && value != 0) fatal("torn", value); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
