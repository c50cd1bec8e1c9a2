// CONSTRUCT: whoever waits for a job frees it, lock and condition variable included, once it is done
#include <pthread.h>
#include <stdlib.h>

struct job {
    pthread_mutex_t lock;
    pthread_cond_t finished;
    int done, result;
};

static void *worker(void *arg) {
    struct job *mine = arg;
    pthread_mutex_lock(&mine->lock);
    mine->result = 42;
    mine->done = 1;
    pthread_cond_signal(&mine->finished);
    pthread_mutex_unlock(&mine->lock); // SAFE the owner gets the lock only now
    return NULL;
}

int main(void) {
    pthread_t t1;
    struct job *job = calloc(1, sizeof *job);
    pthread_mutex_init(&job->lock, NULL);
    pthread_cond_init(&job->finished, NULL);
    pthread_create(&t1, NULL, worker, job);
    pthread_mutex_lock(&job->lock);
    while (!job->done)
        pthread_cond_wait(&job->finished, &job->lock);
    int result = job->result;
    pthread_mutex_unlock(&job->lock);
    pthread_cond_destroy(&job->finished);
    pthread_mutex_destroy(&job->lock);
    free(job);
    pthread_join(t1, NULL);
    return result == 42 ? 0 : 1;
}
