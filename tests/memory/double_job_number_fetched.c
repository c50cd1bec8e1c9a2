// CONSTRUCT: workers draw the number of their next job from a counter in one step, and read the size before they free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct job {
    int size;
};

static struct job *jobs[2];
static atomic_int next, done;

static void *worker(void *arg) {
    (void)arg;
    int mine = atomic_fetch_add(&next, 1);
    atomic_fetch_add(&done, jobs[mine]->size); // SAFE
    free(jobs[mine]);                          // SAFE
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
