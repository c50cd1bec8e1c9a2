// CONSTRUCT: which accounts are locked stands in a queue of jobs
#include <pthread.h>

struct job {
    int from, to;
};

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static int balance[2] = {100, 100}, next;
static struct job jobs[2] = {{0, 1}, {1, 0}};

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&queue_lock);
    struct job job = jobs[next++];
    pthread_mutex_unlock(&queue_lock);
    pthread_mutex_lock(&locks[job.from]);
    pthread_mutex_lock(&locks[job.to]); // DEADLOCK!
    balance[job.from]--;
    balance[job.to]++;
    pthread_mutex_unlock(&locks[job.to]);
    pthread_mutex_unlock(&locks[job.from]);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
