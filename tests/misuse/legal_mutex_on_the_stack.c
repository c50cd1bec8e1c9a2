// VERIFY: proved
// CONSTRUCT: a mutex and a condition among the variables of a function that joins their users
#include <assert.h>
#include <pthread.h>

struct job { pthread_mutex_t m; pthread_cond_t c; int v; };

static void *work(void *given) {
    struct job *job = given;
    pthread_mutex_lock(&job->m);
    job->v++;
    pthread_cond_signal(&job->c);
    pthread_mutex_unlock(&job->m);
    return NULL;
}

static int done(void) {
    struct job job = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    pthread_t a;
    pthread_create(&a, NULL, work, &job);
    pthread_mutex_lock(&job.m);
    while (!job.v)
        pthread_cond_wait(&job.c, &job.m);
    pthread_mutex_unlock(&job.m);
    pthread_join(a, NULL);
    return job.v;
}

int main(void) {
    assert(done() == 1);
    assert(done() == 1);
    return 0;
}
