// CONSTRUCT: who joins a thread learned from that thread itself that there is one; its id was stored before it ran
#include <pthread.h>

static pthread_t id;
static int done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t said = PTHREAD_COND_INITIALIZER;

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_cond_signal(&said);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *reap(void *arg) {
    pthread_mutex_lock(&lock);
    while (!done)
        pthread_cond_wait(&said, &lock);
    pthread_mutex_unlock(&lock);
    pthread_join(id, NULL); // NORACE
    return arg;
}

int main(void) {
    pthread_t reaper;
    pthread_create(&reaper, NULL, reap, NULL);
    pthread_create(&id, NULL, work, NULL); // NORACE
    pthread_join(reaper, NULL);
    return 0;
}
