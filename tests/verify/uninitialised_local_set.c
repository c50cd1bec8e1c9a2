// VERIFY proved
// CONSTRUCT: a field of a local variable is set on every way, another one that nobody looks at is not
#include <assert.h>
#include <pthread.h>

struct job {
    int kind, ready, value;
};

static int done;

static void *worker(void *arg) {
    struct job *job = arg;
    if (job->ready)
        done = job->value;
    return 0;
}

int main(int argc, char **argv) {
    pthread_t thread;
    struct job job;
    job.value = 3;
    if (argc > 5)
        job.ready = 1;
    else
        job.ready = 0;
    pthread_create(&thread, 0, worker, &job);
    pthread_join(thread, 0);
    assert(done == 0 && argv);
    return 0;
}
