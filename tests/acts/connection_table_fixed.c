// CHECK proved
// CONSTRUCT: a table of connections: one per peer is meant, looked up and opened in two steps
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { PEERS = 2, MOST = 4 };

struct connection {
    int peer;
    int requests;
};

static struct connection table[MOST];
static int opened;
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;

static int find(int peer) {
    int found = -1;
    for (int at = 0; at < opened; at++)
        if (table[at].peer == peer)
            found = at;
    return found;
}

static int open_to(int peer) {
    int at = opened++;
    table[at].peer = peer;
    return at;
}

static void *request(void *arg) {
    int peer = *(int *)arg;
    pthread_mutex_lock(&table_lock);
    int at = find(peer);
    if (at < 0)
        at = open_to(peer);
    table[at].requests++;
    pthread_mutex_unlock(&table_lock);
    return NULL;
}

int main(void) {
    pthread_t one, two;
    int peer = 17;
    pthread_create(&one, NULL, request, &peer);
    pthread_create(&two, NULL, request, &peer);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    if (opened != 1) {
        fprintf(stderr, "peer %d has %d connections\n", peer, opened);
        _exit(2);
    }
    return 0;
}
