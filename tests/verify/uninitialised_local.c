// VERIFY unknown job.ready of main
// CONSTRUCT: a field of a local variable is not set on the way that is taken, and a thread decides by it
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
    job.kind = argc;
    job.value = 3;
    if (argc > 5)
        job.ready = 1;
    pthread_create(&thread, 0, worker, &job);
    pthread_join(thread, 0);
    assert(done == 0 && argv);
    return 0;
}
