// VERIFY unknown clock
// CONSTRUCT: what is done depends on how much the process has computed so far
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int slow, fast;

static void *worker(void *arg) {
    clock_t begun = clock();
    pthread_mutex_lock(&lock);
    if (clock() - begun > CLOCKS_PER_SEC)
        slow++;
    else
        fast++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(fast == 2);
    return 0;
}
