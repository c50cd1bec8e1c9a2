// VERIFY unknown id of a thread
// CONSTRUCT: main makes places of the ids that it got when it created the threads
#include <assert.h>
#include <pthread.h>

static pthread_t threads[2];
static int counts[2], first;

static void *worker(void *arg) {
    int *count = arg;
    int seen = *count;
    *count = seen + 1;
    return NULL;
}

static int place(pthread_t thread) {
    return (thread >> 12) * 2654435761u >> 31 & 1;
}

int main(void) {
    pthread_create(&threads[0], NULL, worker, &first);
    pthread_create(&threads[1], NULL, worker, &counts[place(threads[0])]);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(counts[0] + counts[1] + first == 2);
    return 0;
}
