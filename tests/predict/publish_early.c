// CONSTRUCT: a pointer is published before the struct is filled
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct message {
    int length, sum;
};

static struct message *published;

static void *writer(void *arg) {
    (void)arg;
    struct message *message = calloc(1, sizeof *message);
    message->length = 3;
    published = message;
    message->sum = 6;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    struct message *message = published;
    if (message) {
        assert(message->length == 3); // HOLDS
        assert(message->sum == 6); // FAILS
    }
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
