// CHECK proved
// CONSTRUCT: a state machine: two starters both see that it is idle
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum state { IDLE, STARTING, RUNNING };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum state state = IDLE;

static enum state state_now(void) {
    pthread_mutex_lock(&lock);
    enum state now = state;
    pthread_mutex_unlock(&lock);
    return now;
}

static int go(enum state from, enum state to) {
    pthread_mutex_lock(&lock);
    int is_there = state == from;
    if (is_there)
        state = to;
    pthread_mutex_unlock(&lock);
    return is_there;
}

static void *start(void *arg) {
    if (go(IDLE, STARTING) && !go(STARTING, RUNNING)) {
        fprintf(stderr, "somebody else went on\n");
        abort();
    }
    return arg;
}

int main(void) {
    pthread_t key, button;
    pthread_create(&key, NULL, start, NULL);
    pthread_create(&button, NULL, start, NULL);
    pthread_join(key, NULL);
    pthread_join(button, NULL);
    return state_now() == RUNNING ? 0 : 1;
}
