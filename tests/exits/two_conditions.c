// CHECK bug
// VERIFY bug
// CONSTRUCT: either of two conditions leads to the same return
#include <pthread.h>

static int hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int seen(void) {
    pthread_mutex_lock(&lock);
    int now = hits;
    pthread_mutex_unlock(&lock);
    return now;
}

static void *hit(void *arg) {
    int before = seen();
    pthread_mutex_lock(&lock);
    hits = before + 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, hit, NULL);
    pthread_create(&two, NULL, hit, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    if (seen() != 2 || seen() > 7) // FAILS
        return 4;
    return 0;
}
