/* A pool of two workers as C libraries have it: a queue under a mutex, a condition for work, flags that are spun on until
 * all workers are there, and until all have gone. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define WORKERS 2
#define JOBS 4

struct job {
    struct job *next;
    int *result;
    int number;
};

static struct job *first, *last;
static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static atomic_int alive, done;
static atomic_bool keeps_on = 1;

static void add(int number, int *result)
{
    struct job *job = malloc(sizeof *job);
    *job = (struct job){.result = result, .number = number};
    pthread_mutex_lock(&queue);
    if (last)
        last->next = job;
    else
        first = job;
    last = job;
    pthread_cond_signal(&work);
    pthread_mutex_unlock(&queue);
}

static struct job *take(void)
{
    pthread_mutex_lock(&queue);
    while (!first && keeps_on)
        pthread_cond_wait(&work, &queue);
    struct job *job = first;
    if (job) {
        first = job->next;
        if (!first)
            last = 0;
    }
    pthread_mutex_unlock(&queue);
    return job;
}

static void *worker(void *unused)
{
    alive++;
    for (struct job *job; (job = take());) {
        *job->result = job->number * job->number;
        free(job);
        done++;
    }
    alive--;
    return unused;
}

int main(void)
{
    pthread_t threads[WORKERS];
    int results[JOBS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&threads[i], 0, worker, 0);
    while (alive != WORKERS)
        ;
    for (int i = 0; i < JOBS; i++)
        add(i, &results[i]);
    while (done != JOBS)
        ;
    keeps_on = 0;
    while (alive) {
        pthread_mutex_lock(&queue);
        pthread_cond_broadcast(&work);
        pthread_mutex_unlock(&queue);
    }
    for (int i = 0; i < JOBS; i++)
        assert(results[i] == i * i);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], 0);
}
