// CONSTRUCT: waiting with sched_yield until a counter is reached
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static int arrived;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int count(int by) {
    pthread_mutex_lock(&lock);
    arrived += by;
    int now = arrived;
    pthread_mutex_unlock(&lock);
    return now;
}

static void *work(void *arg) {
    (void)arg;
    count(1);
    while (count(0) < 3)
        sched_yield();
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(arrived == 3);
    return 0;
}
