// Two workers take jobs from a fixed table under a mutex, until the table is empty.
// BUG: race: what is done is counted outside of the lock
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 5
#endif

struct job { int input, output; };
static struct job jobs[N];
static int next_job, done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct job *take(void) {
    pthread_mutex_lock(&lock);
    struct job *job = next_job < N ? &jobs[next_job++] : NULL;
    pthread_mutex_unlock(&lock);
    return job;
}

static void *work(void *arg) {
    struct job *job;
    while ((job = take())) {
        job->output = job->input * job->input;
#ifdef BUG
        done++;
#else
        pthread_mutex_lock(&lock);
        done++;
        pthread_mutex_unlock(&lock);
#endif
    }
    return arg;
}

int main(void) {
    pthread_t workers[2];
    for (int i = 0; i < N; i++)
        jobs[i].input = i;
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], NULL);
    assert(done == N);
    for (int i = 0; i < N; i++)
        assert(jobs[i].output == i * i);
    return 0;
}
