// VERIFY unknown join or detach the same thread
// CONSTRUCT: who comes late to a thread that two detach is refused (after a join of it the thread may be gone: that crashes)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_t other;
static sem_t over;

static void *wait_for_the_end(void *arg) {
    sem_wait(&over);
    return arg;
}

static void *work(void *arg) {
    pthread_detach(other);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&over, 0, 0);
    pthread_create(&other, NULL, wait_for_the_end, NULL);
    pthread_create(&t, NULL, work, NULL);
    int refused = pthread_detach(other);
    assert(refused >= 0);
    pthread_join(t, NULL);
    sem_post(&over);
    return 0;
}
