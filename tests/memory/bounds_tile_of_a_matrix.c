// CONSTRUCT: workers draw the numbers of tiles from a counter; the number that says that all are drawn is no tile
#include <pthread.h>
#include <stdatomic.h>

#define TILES 3

static int tiles[TILES];
static atomic_int drawn;

static void *worker(void *arg) {
    int rounds = *(int *)arg;
    for (int i = 0; i < rounds; i++) {
        int mine = atomic_fetch_add(&drawn, 1);
        tiles[mine]++; // MEMORY! out-of-bounds
    }
    return NULL;
}

static void *restart(void *arg) {
    (void)arg;
    atomic_store(&drawn, 0);
    return NULL;
}

int main(void) {
    static int rounds[] = {2, 2};
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, worker, &rounds[0]);
    pthread_create(&t2, NULL, restart, NULL);
    pthread_create(&t3, NULL, worker, &rounds[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
