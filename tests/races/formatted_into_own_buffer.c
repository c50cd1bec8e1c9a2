// CONSTRUCT: each thread formats its message into a buffer of its own
#include <pthread.h>
#include <stdio.h>

static void describe(int number, char *message, size_t size) {
    snprintf(message, size, "number %d", number);
    puts(message);
}

static void *first(void *arg) {
    (void)arg;
    char message[32];
    describe(1, message, sizeof message);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    char message[32];
    describe(2, message, sizeof message);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
