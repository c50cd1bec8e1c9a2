// CONSTRUCT: two pointers are swapped and followed under the mutex
#include <assert.h>
#include <pthread.h>

static int a = 1, b = 2;
static int *left = &a, *right = &b;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *swap(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int *old = left;
    left = right;
    right = old;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int sum = *left + *right;
    int first = *left;
    pthread_mutex_unlock(&lock);
    assert(sum == 3); // HOLDS
    assert(first == 2); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, swap, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
