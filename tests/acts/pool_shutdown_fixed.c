// CHECK proved
// CONSTRUCT: a pool with shutdown: a job is put in after the pool was found open, and nobody runs it
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static struct {
    pthread_mutex_t lock;
    bool open;
    int queued;
    int done;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER, .open = true};

static bool submit(void) {
    pthread_mutex_lock(&pool.lock);
    bool taken = pool.open;
    if (taken)
        pool.queued++;
    pthread_mutex_unlock(&pool.lock);
    return taken;
}

static void shut_down(void) {
    pthread_mutex_lock(&pool.lock);
    pool.open = false;
    pool.done += pool.queued;
    pool.queued = 0;
    pthread_mutex_unlock(&pool.lock);
}

static void *client(void *arg) {
    submit();
    return arg;
}

static void *owner(void *arg) {
    shut_down();
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, owner, NULL);
    pthread_create(&two, NULL, client, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    if (pool.queued != 0) {
        fprintf(stderr, "%d job(s) were taken and never run\n", pool.queued);
        return 1;
    }
    return 0;
}
