// CONSTRUCT: the peer hangs up and the idle timer runs out: both take the connection out of the table, in two steps
#include <pthread.h>
#include <stdlib.h>

struct connection {
    int peer;
};

static struct connection *connections[4];

static void drop(int at) {
    struct connection *gone = connections[at];
    connections[at] = NULL;
    free(gone); // MEMORY! double-free
}

static void *hang_up(void *arg) {
    (void)arg;
    drop(1);
    return NULL;
}

static void *idle_timer(void *arg) {
    (void)arg;
    for (int at = 0; at < 4; at++)
        drop(at);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    for (int at = 0; at < 4; at++)
        connections[at] = calloc(1, sizeof *connections[at]);
    pthread_create(&t1, NULL, hang_up, NULL);
    pthread_create(&t2, NULL, idle_timer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
