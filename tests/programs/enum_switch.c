// CONSTRUCT: a state machine over an enum, moved on by two threads
// EXIT: 0
#include <assert.h>
#include <pthread.h>

enum state { IDLE, STARTING, RUNNING = 10, STOPPING, STOPPED };

static enum state state = IDLE;
static int moves;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static enum state next(enum state s) {
    switch (s) {
    case IDLE: return STARTING;
    case STARTING: return RUNNING;
    case RUNNING: return STOPPING;
    case STOPPING: return STOPPED;
    case STOPPED: return STOPPED;
    }
    return IDLE;
}

static void *advance(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        enum state before = state;
        state = next(state);
        moves += state != before;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, advance, NULL);
    pthread_create(&t2, NULL, advance, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(state == STOPPED && state == 12 && moves == 4);
    return 0;
}
