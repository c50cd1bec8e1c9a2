// CONSTRUCT: a small thread pool: jobs are function pointers with arguments in a shared queue
// EXIT: 0
#include <assert.h>
#include <pthread.h>

struct job {
    void (*run)(int);
    int argument;
};

static struct job queue[4];
static int first, last, closed, result;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t result_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void add_to_result(int by) {
    pthread_mutex_lock(&result_lock);
    result += by;
    pthread_mutex_unlock(&result_lock);
}

static void add(int n) { add_to_result(n); }
static void square(int n) { add_to_result(n * n); }

static void *worker(void *arg) {
    (void)arg;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (first == last && !closed)
            pthread_cond_wait(&changed, &lock);
        if (first == last) {
            pthread_mutex_unlock(&lock);
            return NULL;
        }
        struct job job = queue[first++];
        pthread_mutex_unlock(&lock);
        job.run(job.argument);
    }
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    for (int i = 0; i < 4; i++) {
        pthread_mutex_lock(&lock);
        queue[last++] = (struct job){i % 2 ? square : add, i};
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(result == 0 + 1 + 2 + 9);
    return 0;
}
