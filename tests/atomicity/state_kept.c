// CONSTRUCT: W-R-W and W-W-W with equal values: whatever is written, it is what was there
// ATOMIC: serve
#include <pthread.h>
#include <stdio.h>

enum state { idle, busy };
static enum state state = busy;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *serve(void *arg) {
    pthread_mutex_lock(&lock);
    state = busy; // ATOMIC
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    state = busy;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *watch(void *arg) {
    pthread_mutex_lock(&lock);
    enum state seen = state;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    state = busy;
    pthread_mutex_unlock(&lock);
    printf("%d\n", seen);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, serve, NULL);
    pthread_create(&b, NULL, watch, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
