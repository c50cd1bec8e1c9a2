// CONSTRUCT: each thread puts down its own table, and reads its neighbour's behind the barrier
#include <pthread.h>
#include <stdlib.h>

struct table {
    int rows;
};

static struct table *tables[2];
static pthread_barrier_t all_there;
static int rows[2];

static void *worker(void *arg) {
    int me = *(int *)arg;
    struct table *mine = malloc(sizeof *mine);
    mine->rows = 3 + me;
    tables[me] = mine;
    pthread_barrier_wait(&all_there);
    rows[me] = tables[1 - me]->rows; // SAFE
    return NULL;
}

int main(void) {
    static int me[] = {0, 1};
    pthread_t t1, t2;
    pthread_barrier_init(&all_there, NULL, 2);
    pthread_create(&t1, NULL, worker, &me[0]);
    pthread_create(&t2, NULL, worker, &me[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
