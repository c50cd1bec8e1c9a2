// CONSTRUCT: pthread_cancel at a condition wait, in a sleep, in read; cleanup handlers; a thread that forbids it for a while
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int cleaned, guarded, ends[2];

static void clean(void *arg) {
    cleaned++;
    if (arg)
        pthread_mutex_unlock(arg);
}

static void *waits(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(clean, &lock);
    for (;;)
        pthread_cond_wait(&never, &lock);
    pthread_cleanup_pop(0);
    return arg;
}

static void *sleeps(void *arg) {
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    assert(before == PTHREAD_CANCEL_ENABLE);
    usleep(1000);
    guarded = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    for (;;)
        sleep(1000);
    return arg;
}

static void *reads(void *arg) {
    char byte;
    read(ends[0], &byte, 1);
    return arg;
}

static void *tests(void *arg) {
    for (;;) {
        pthread_testcancel();
        usleep(10);
    }
    return arg;
}

int main(void) {
    void *(*const routines[])(void *) = {waits, sleeps, reads, tests};
    pthread_t threads[4];
    assert(pipe(ends) == 0);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, routines[i], NULL);
    usleep(100);
    for (int i = 0; i < 4; i++) {
        void *result = NULL;
        pthread_cancel(threads[i]);
        pthread_join(threads[i], &result);
        assert(result == PTHREAD_CANCELED);
    }
    assert(cleaned <= 1 && guarded == 1);
    assert(pthread_mutex_trylock(&lock) == 0);
    return 0;
}
