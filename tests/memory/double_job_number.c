// CONSTRUCT: workers draw the number of their next job from a counter, which is loaded and stored in two steps
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct job {
    int size;
};

static struct job *jobs[2];
static atomic_int next;

static void *worker(void *arg) {
    (void)arg;
    int mine = atomic_load(&next);
    atomic_store(&next, mine + 1);
    free(jobs[mine]); // MEMORY! double-free
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    jobs[0] = calloc(1, sizeof *jobs[0]);
    jobs[1] = calloc(1, sizeof *jobs[1]);
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
