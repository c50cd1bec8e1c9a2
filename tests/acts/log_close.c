// CONSTRUCT: a resource that is closed by who finds it open: the second close is of nothing
#include <assert.h>
#include <pthread.h>

struct log {
    pthread_mutex_t lock;
    int descriptor;
    int lines;
};

static struct log audit = {PTHREAD_MUTEX_INITIALIZER, 3, 0};

static int is_open(struct log *log) {
    pthread_mutex_lock(&log->lock);
    int open = log->descriptor >= 0;
    pthread_mutex_unlock(&log->lock);
    return open;
}

static void close_log(struct log *log) {
    pthread_mutex_lock(&log->lock);
    assert(log->descriptor >= 0); // FAILS assertion
    log->descriptor = -1;
    pthread_mutex_unlock(&log->lock);
}

static void *worker(void *arg) {
    struct log *log = arg;
    pthread_mutex_lock(&log->lock);
    log->lines++;
    pthread_mutex_unlock(&log->lock);
    if (is_open(log))
        close_log(log);
    return NULL;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, worker, &audit);
    pthread_create(&two, NULL, worker, &audit);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
