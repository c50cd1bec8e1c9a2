// DIAGNOSE concurrency
// CONSTRUCT: the predicate is not asked again after the wait
// NAMES: take
// REPAIR: loop
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void *take(void *arg) {
    pthread_mutex_lock(&lock);
    if (items == 0) // AT look
        pthread_cond_wait(&changed, &lock);
    items--; // AT take
    assert(items >= 0); // FAILS
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *bring(void *arg) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        items++; // AT bring
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t first, second, third;
    pthread_create(&first, NULL, take, NULL);
    pthread_create(&second, NULL, take, NULL);
    pthread_create(&third, NULL, bring, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_join(third, NULL);
    return 0;
}
