// CONSTRUCT: a trylock that failed, and does without
#include <pthread.h>

static int level, seen, missed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *watcher(void *arg) {
    (void)arg;
    if (pthread_mutex_trylock(&lock) == 0) {
        seen = level;
        pthread_mutex_unlock(&lock);
    } else {
        missed++;
    }
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, NULL, watcher, NULL);
    level = 1;
    pthread_join(thread, NULL);
    pthread_mutex_unlock(&lock);
    return missed == 1 ? 0 : 1;
}
