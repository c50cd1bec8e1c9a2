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
    pthread_mutex_lock(&table_lock);
    for (int at = 0; at < opened; at++)
        if (table[at].peer == peer)
            found = at;
    pthread_mutex_unlock(&table_lock);
    return found;
}

static int open_to(int peer) {
    pthread_mutex_lock(&table_lock);
    int at = opened++;
    table[at].peer = peer;
    pthread_mutex_unlock(&table_lock);
    return at;
}

static void *request(void *arg) {
    int peer = *(int *)arg;
    int at = find(peer);
    if (at < 0)
        at = open_to(peer);
    pthread_mutex_lock(&table_lock);
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
    if (opened != 1) { // FAILS exit
        fprintf(stderr, "peer %d has %d connections\n", peer, opened);
        _exit(2);
    }
    return 0;
}
