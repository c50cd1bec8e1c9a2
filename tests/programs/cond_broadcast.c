// CONSTRUCT: pthread_cond_broadcast wakes every waiter
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t open_gate = PTHREAD_COND_INITIALIZER;
static int is_open, passed;

static void *visitor(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (!is_open)
        pthread_cond_wait(&open_gate, &lock);
    passed++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, visitor, NULL);
    pthread_mutex_lock(&lock);
    is_open = 1;
    pthread_cond_broadcast(&open_gate);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(passed == 3);
    return 0;
}
