// CONSTRUCT: two threads want the same packet; whoever gets it by the exchange uses and frees it
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct packet {
    int bytes;
};

static _Atomic(struct packet *) waiting;
static atomic_int handled;

static void *handler(void *arg) {
    (void)arg;
    struct packet *mine = atomic_exchange(&waiting, NULL);
    if (mine == NULL)
        return NULL;
    atomic_fetch_add(&handled, mine->bytes); // SAFE nobody else got it
    free(mine);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    struct packet *packet = malloc(sizeof *packet);
    packet->bytes = 9;
    atomic_store(&waiting, packet);
    pthread_create(&t1, NULL, handler, NULL);
    pthread_create(&t2, NULL, handler, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return atomic_load(&handled) == 9 ? 0 : 1;
}
