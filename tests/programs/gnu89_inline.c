// CONSTRUCT: inline functions without an external definition (needs -fgnu89-inline at -O0)
// FLAGS: -fgnu89-inline
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

inline int plus_one(int n) { return n + 1; }

static void *work(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    count = plus_one(count);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(count == 2);
    return 0;
}
