// CONSTRUCT: a job is freed as soon as it says that it is done, while its own lock is still to be let go
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct job {
    pthread_mutex_t lock;
    atomic_int done;
    int result;
};

static struct job *job;

static void *worker(void *arg) {
    struct job *mine = arg;
    pthread_mutex_lock(&mine->lock);
    mine->result = 42;
    atomic_store(&mine->done, 1);
    pthread_mutex_unlock(&mine->lock); // MEMORY! use-after-free
    return NULL;
}

static void *collector(void *arg) {
    (void)arg;
    if (atomic_load(&job->done))
        free(job);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    job = calloc(1, sizeof *job);
    pthread_mutex_init(&job->lock, NULL);
    pthread_create(&t1, NULL, worker, job);
    pthread_create(&t2, NULL, collector, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
