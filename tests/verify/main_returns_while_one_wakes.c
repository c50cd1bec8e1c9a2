// VERIFY proved
// CONSTRUCT: the process ends where a thread has been woken and has not got its lock back
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int tokens;

static void *take(void *arg) {
    pthread_mutex_lock(&lock);
    while (tokens == 0)
        pthread_cond_wait(&more, &lock);
    tokens--;
    assert(tokens >= 0);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void give(void) {
    pthread_mutex_lock(&lock);
    tokens++;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, take, NULL);
    pthread_create(&second, NULL, take, NULL);
    give();
    give();
    return 0;
}
