// VERIFY proved
// CONSTRUCT: a function pointer that another thread changes
#include <assert.h>
#include <pthread.h>

static int value = 1;

static void twice(void) { value = value * 2; }
static void plus(void) { value = value + 3; }

static void (*action)(void) = twice;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *act(void *arg) {
    pthread_mutex_lock(&lock);
    action();
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *change(void *arg) {
    pthread_mutex_lock(&lock);
    action = plus;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, act, NULL);
    pthread_create(&t2, NULL, change, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(value == 2 || value == 4);
    return 0;
}
