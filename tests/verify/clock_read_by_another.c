// VERIFY unknown time
// CONSTRUCT: one thread leaves the time in memory, and another one decides by it
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long stamp;
static int odd;

static void *stamper(void *arg) {
    pthread_mutex_lock(&lock);
    stamp = time(NULL);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *reader(void *arg) {
    pthread_mutex_lock(&lock);
    if (stamp % 2)
        odd++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, stamper, NULL);
    pthread_create(&two, NULL, reader, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(odd <= 1);
    return 0;
}
