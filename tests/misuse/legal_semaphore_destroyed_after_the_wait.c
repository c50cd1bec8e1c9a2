// VERIFY: proved
// CONSTRUCT: a semaphore is destroyed by who waited for the only post
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int v;

static void *work(void *unused) {
    v = 7;
    sem_post(&done);
    return unused;
}

int main(void) {
    pthread_t a;
    sem_init(&done, 0, 0);
    pthread_create(&a, NULL, work, NULL);
    sem_wait(&done);
    sem_destroy(&done);
    assert(v == 7);
    pthread_join(a, NULL);
    return 0;
}
