// CONSTRUCT: each thread gets a heap object of its own, and the result goes back in it
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
    int input, output;
};

static int total;

static void *work(void *arg) {
    struct job *job = arg;
    job->output = job->input * 2;
    total = total + job->output;
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    struct job *jobs[2];
    for (int i = 0; i < 2; i++) {
        jobs[i] = malloc(sizeof *jobs[i]);
        jobs[i]->input = i + 1;
        pthread_create(&threads[i], NULL, work, jobs[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(jobs[0]->output + jobs[1]->output == 6); // HOLDS
    assert(total == 6); // FAILS
    return 0;
}
