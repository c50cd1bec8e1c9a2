// CONSTRUCT: two threads format their messages into one static buffer
#include <pthread.h>
#include <stdio.h>

static char message[32];

static const char *describe(int number) {
    snprintf(message, sizeof message, "number %d", number); // RACE!
    return message;
}

static void *first(void *arg) {
    (void)arg;
    describe(1);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    describe(2);
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
