// CONSTRUCT: a trylock that failed protects nothing, though the lock is held by the other one
#include <pthread.h>

static int level, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *watcher(void *arg) {
    (void)arg;
    if (pthread_mutex_trylock(&lock) == 0) {
        seen = level;
        pthread_mutex_unlock(&lock);
    } else {
        seen = level; // RACE!
    }
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, NULL, watcher, NULL);
    level = 1; // RACE!
    pthread_join(thread, NULL);
    pthread_mutex_unlock(&lock);
    return 0;
}
