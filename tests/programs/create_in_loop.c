// CONSTRUCT: threads created and joined in loops, each with a pointer into an array on the stack
// EXIT: 0
#include <assert.h>
#include <pthread.h>

#define N 4

struct job {
    int id;
    int result;
};

static int order;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    struct job *job = arg;
    pthread_mutex_lock(&lock);
    job->result = job->id * job->id;
    order++;
    pthread_mutex_unlock(&lock);
    return job;
}

int main(void) {
    pthread_t threads[N];
    struct job jobs[N];
    int sum = 0;
    for (int i = 0; i < N; i++) {
        jobs[i].id = i;
        int rc = pthread_create(&threads[i], NULL, work, &jobs[i]);
        assert(rc == 0);
    }
    for (int i = 0; i < N; i++) {
        void *done;
        pthread_join(threads[i], &done);
        sum += ((struct job *)done)->result;
    }
    assert(order == N && sum == 14);
    return 0;
}
