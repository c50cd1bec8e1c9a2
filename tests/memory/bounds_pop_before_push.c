// CONSTRUCT: one thread pushes and one pops, and nobody makes the second wait for the first
#include <pthread.h>

static int stack[4], top, got;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *pusher(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    stack[top++] = 5; // SAFE the error is the other one
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *popper(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    got = stack[--top]; // MEMORY! out-of-bounds
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, pusher, NULL);
    pthread_create(&t2, NULL, popper, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
