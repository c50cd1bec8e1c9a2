// CONSTRUCT: a wait in the middle of a section lets others in: their accesses are ordered all the same
#include <pthread.h>

static int jobs, total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    total++;
    while (jobs == 0)
        pthread_cond_wait(&changed, &lock);
    jobs--;
    total++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *giver(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    jobs++;
    total++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, giver, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
