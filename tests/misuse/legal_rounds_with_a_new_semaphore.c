// VERIFY: proved
// CONSTRUCT: each round has a semaphore of its own in the same place
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int v;

static void *work(void *done) {
    v++;
    sem_post(done);
    return NULL;
}

int main(void) {
    sem_t done;
    for (int round = 0; round < 2; round++) {
        pthread_t a;
        sem_init(&done, 0, 0);
        pthread_create(&a, NULL, work, &done);
        sem_wait(&done);
        pthread_join(a, NULL);
        sem_destroy(&done);
    }
    assert(v == 2);
    return 0;
}
