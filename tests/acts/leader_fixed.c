// CHECK proved
// CONSTRUCT: an election: who sees no leader makes itself one
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { NOBODY = -1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int leader = NOBODY;
static int terms[2];

static void *node(void *arg) {
    int me = (int)(long)arg;
    pthread_mutex_lock(&lock);
    if (leader == NOBODY) {
        leader = me;
        terms[me]++;
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t nodes[2];
    for (long at = 0; at < 2; at++)
        pthread_create(&nodes[at], NULL, node, (void *)at);
    for (int at = 0; at < 2; at++)
        pthread_join(nodes[at], NULL);
    if (terms[0] + terms[1] > 1) {
        fprintf(stderr, "two leaders\n");
        abort();
    }
    return 0;
}
