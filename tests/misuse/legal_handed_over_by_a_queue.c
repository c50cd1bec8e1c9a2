// VERIFY: proved
// CONSTRUCT: an object with a mutex in it is made by one thread, handed over, and destroyed by the other
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job { pthread_mutex_t m; int v; };

static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t there = PTHREAD_COND_INITIALIZER;
static struct job *queue;

static void *consumer(void *unused) {
    pthread_mutex_lock(&queue_lock);
    while (!queue)
        pthread_cond_wait(&there, &queue_lock);
    struct job *job = queue;
    pthread_mutex_unlock(&queue_lock);
    pthread_mutex_lock(&job->m);
    assert(job->v == 3);
    pthread_mutex_unlock(&job->m);
    pthread_mutex_destroy(&job->m);
    free(job);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, consumer, NULL);
    struct job *job = malloc(sizeof *job);
    pthread_mutex_init(&job->m, NULL);
    pthread_mutex_lock(&job->m);
    job->v = 3;
    pthread_mutex_unlock(&job->m);
    pthread_mutex_lock(&queue_lock);
    queue = job;
    pthread_cond_signal(&there);
    pthread_mutex_unlock(&queue_lock);
    pthread_join(a, NULL);
    return 0;
}
