// CONSTRUCT: detached threads (by attribute and by pthread_detach) that report by semaphore
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    total += (int)(long)arg;
    pthread_mutex_unlock(&lock);
    sem_post(&done);
    return NULL;
}

static void *self_detaching(void *arg) {
    pthread_detach(pthread_self());
    return work(arg);
}

int main(void) {
    pthread_t t;
    pthread_attr_t attr;
    sem_init(&done, 0, 0);
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &attr, work, (void *)1L);
    pthread_attr_destroy(&attr);
    pthread_create(&t, NULL, work, (void *)2L);
    pthread_detach(t);
    pthread_create(&t, NULL, self_detaching, (void *)4L);
    for (int i = 0; i < 3; i++)
        sem_wait(&done);
    pthread_mutex_lock(&lock);
    assert(total == 7);
    pthread_mutex_unlock(&lock);
    return 0;
}
