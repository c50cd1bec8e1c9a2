// VERIFY proved
// CONSTRUCT: a loop that waits for one of three things, each looked at in a section of its own, and decides then
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int wanted[2], turn, closed, inside;

static int look(int *at) {
    pthread_mutex_lock(&lock);
    int seen = *at;
    pthread_mutex_unlock(&lock);
    return seen;
}

static void put(int *at, int value) {
    pthread_mutex_lock(&lock);
    *at = value;
    pthread_mutex_unlock(&lock);
}

static void *enter(void *arg) {
    int own = *(int *)arg, other = 1 - own;
    put(&wanted[own], 1);
    put(&turn, other);
    int busy = look(&wanted[other]), whose = look(&turn), over = look(&closed);
    while (busy && whose == other && !over) {
        busy = look(&wanted[other]);
        whose = look(&turn);
        over = look(&closed);
    }
    inside++;
    assert(inside == 1);
    inside--;
    put(&wanted[own], 0);
    return 0;
}

int main(void) {
    pthread_t threads[2];
    int ids[2] = {0, 1};
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, enter, &ids[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
