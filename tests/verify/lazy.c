// VERIFY proved
// CONSTRUCT: made by whoever comes first, under a lock
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int made, value, times;

static int get(void) {
    pthread_mutex_lock(&lock);
    if (!made) {
        value = 7;
        times = times + 1;
        made = 1;
    }
    pthread_mutex_unlock(&lock);
    return value;
}

static void *user(void *arg) {
    assert(get() == 7);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, user, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(times == 1);
    return 0;
}
