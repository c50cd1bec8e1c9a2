// CONSTRUCT: a thread-local variable whose address is given to another thread
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static _Thread_local int slot = 10;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
    int *other = arg;
    pthread_mutex_lock(&lock);
    slot++;
    *other += slot;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, add, &slot);
    pthread_create(&t2, NULL, add, &slot);
    pthread_mutex_lock(&lock);
    slot += 5;
    pthread_mutex_unlock(&lock);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(slot == 10 + 11 + 11 + 5);
    return 0;
}
