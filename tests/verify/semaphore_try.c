// VERIFY proved
// CONSTRUCT: two tickets, three guests who do not wait
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t tickets;
static int served, sent_away;

static void *guest(void *arg) {
    if (sem_trywait(&tickets) == 0)
        __sync_fetch_and_add(&served, 1);
    else
        __sync_fetch_and_add(&sent_away, 1);
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3;
    sem_init(&tickets, 0, 2);
    pthread_create(&t1, NULL, guest, NULL);
    pthread_create(&t2, NULL, guest, NULL);
    pthread_create(&t3, NULL, guest, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(served == 2 && sent_away == 1);
    return 0;
}
