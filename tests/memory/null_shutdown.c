// CONSTRUCT: the pool is taken apart while a job may still report to its statistics
#include <pthread.h>
#include <stdlib.h>

static struct statistics {
    int jobs;
} counted;
static struct pool {
    struct statistics *statistics;
} pool = {&counted};

static void *job(void *arg) {
    struct pool *mine = arg;
    int result = 6 * 7;
    mine->statistics->jobs += result; // MEMORY! null
    return NULL;
}

static void *shut_down(void *arg) {
    struct pool *mine = arg;
    mine->statistics = NULL;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, job, &pool);
    pthread_create(&t2, NULL, shut_down, &pool);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
