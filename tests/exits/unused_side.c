// CHECK none
// VERIFY proved
// CONSTRUCT: a creation that is refused: no other thread has a part in it
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
    pthread_mutex_lock(&lock);
    hits++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, hit, NULL);
    pthread_create(&two, NULL, hit, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    if (seen() < 0)
        return 1;
    return 0;
}
