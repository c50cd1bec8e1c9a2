/* barrier_vf_false of the verification competition's pthread-ext: a barrier for three threads out of a mutex, a
   condition variable and a count of who has come. Here the count is raised under the mutex, but looked at behind it, so
   that two threads can take themselves for the last one, and both open the barrier. */
// KIND: AV
// THREADS: 4
// TRACES: 12
// PROPERTY: assertions
// RUNS: seeds 0-250
#include <assert.h>
#include <pthread.h>

#define THREADS 3

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_came = PTHREAD_COND_INITIALIZER;
static int count;
static int opened;

static void barrier(void) {
    pthread_mutex_lock(&mutex);
    count++;  // CAUSE switch 1 from, switch 1 to, switch 2 from
    pthread_mutex_unlock(&mutex);
    if (count == THREADS) {  // CAUSE switch 2 back, switch 3 from
        pthread_mutex_lock(&mutex);
        assert(opened == 0);
        opened = 1;
        count = 0;  // CAUSE switch 3 to
        pthread_cond_broadcast(&all_came);
        pthread_mutex_unlock(&mutex);
    } else {
        pthread_mutex_lock(&mutex);
        while (opened == 0)
            pthread_cond_wait(&all_came, &mutex);
        pthread_mutex_unlock(&mutex);
    }
}

static void *arrive(void *unused) {
    (void)unused;
    barrier();
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int number = 0; number < THREADS; number++)
        pthread_create(&threads[number], NULL, arrive, NULL);
    for (int number = 0; number < THREADS; number++)
        pthread_join(threads[number], NULL);
    return 0;
}
