// CONSTRUCT: two threads close connections of one table without a lock, each those of its own half
#include <pthread.h>
#include <stdlib.h>

struct connection {
    int peer;
};

static struct connection *connections[4];

static void drop(int at) {
    struct connection *gone = connections[at];
    connections[at] = NULL;
    free(gone); // SAFE
}

static void *half(void *arg) {
    int *from = arg;
    for (int at = *from; at < *from + 2; at++)
        drop(at);
    return NULL;
}

int main(void) {
    static int begins[] = {0, 2};
    pthread_t t1, t2;
    for (int at = 0; at < 4; at++)
        connections[at] = calloc(1, sizeof *connections[at]);
    pthread_create(&t1, NULL, half, &begins[0]);
    pthread_create(&t2, NULL, half, &begins[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
