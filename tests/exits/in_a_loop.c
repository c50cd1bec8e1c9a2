// CHECK bug
// VERIFY bug
// CONSTRUCT: the status is found out in rounds
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
    int status = 0;
    for (int round = 0; round < 3; round++)
        if (seen() + round != 2 + round)
            status = 1;
    return status; // FAILS
}
