// CONSTRUCT: a struct is filled before its pointer is published
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct message {
    int length, sum;
};

static struct message *published;

static void *writer(void *arg) {
    (void)arg;
    struct message *message = malloc(sizeof *message);
    message->length = 3;
    message->sum = 6;
    published = message;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    struct message *message = published;
    if (message) {
        assert(message->length == 3); // HOLDS
        assert(message->sum == 6); // HOLDS
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
