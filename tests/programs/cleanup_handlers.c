// CONSTRUCT: pthread_cleanup_push and pop, handlers run by pthread_exit in reverse order
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_[4], used, count;

static void note(void *arg) { log_[used++] = (int)(long)arg; }
static void release(void *arg) { pthread_mutex_unlock(arg); }

static void *leaves_early(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(release, &lock);
    pthread_cleanup_push(note, (void *)1L);
    pthread_cleanup_push(note, (void *)2L);
    count++;
    if (count > 0)
        pthread_exit(NULL);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return NULL;
}

static void *pops(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(release, &lock);
    count++;
    pthread_cleanup_pop(1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, leaves_early, NULL);
    pthread_create(&t2, NULL, pops, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(count == 2 && used == 2 && log_[0] == 2 && log_[1] == 1);
    assert(pthread_mutex_trylock(&lock) == 0);
    return 0;
}
