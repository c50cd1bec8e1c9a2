// CHECK bug
// VERIFY bug
// CONSTRUCT: a thread ends the process
#include <pthread.h>
#include <stdlib.h>

static int hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int seen(void) {
    pthread_mutex_lock(&lock);
    int now = hits;
    pthread_mutex_unlock(&lock);
    return now;
}

static void *judge(void *arg) {
    if (seen() != 2) // FAILS
        exit(1);
    return arg;
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
    pthread_create(&one, NULL, judge, NULL);
    pthread_join(one, NULL);
    return 0;
}
