// CONSTRUCT: a thread frees the spare plan and follows the current one, which another thread may have made the spare one
#include <pthread.h>
#include <stdlib.h>

struct plan {
    int steps;
};

static struct plan *current, *spare;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int steps;

static void *follow(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    free(spare);
    steps = current->steps; // MEMORY! use-after-free
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *fall_back(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    current = spare;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    current = calloc(1, sizeof *current);
    spare = calloc(1, sizeof *spare);
    pthread_create(&t1, NULL, follow, NULL);
    pthread_create(&t2, NULL, fall_back, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
