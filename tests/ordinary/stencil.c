// Each thread makes its cell of the next row from its neighbours' of this one, with a barrier between rounds.
// BUG: race: one barrier in a round, where two are needed
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 5
#endif
#define THREADS 3

static int row[THREADS], next[THREADS], ids[THREADS];
static pthread_barrier_t together;

static void *step(void *id) {
    int own = *(int *)id;
    for (int round = 0; round < N; round++) {
        next[own] = row[(own + THREADS - 1) % THREADS] + row[(own + 1) % THREADS];
        pthread_barrier_wait(&together);
        row[own] = next[own];
#ifndef BUG
        pthread_barrier_wait(&together);
#endif
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    pthread_barrier_init(&together, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        row[i] = 1;
        ids[i] = i;
    }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, step, &ids[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(row[0] == row[1] && row[1] == row[2]);
    return 0;
}
