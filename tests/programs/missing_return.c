// CONSTRUCT: a void * thread function without a return statement, its result never used
// FLAGS: -Wno-return-type
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *arg) {
    pthread_mutex_lock(&lock);
    count += arg != 0;
    pthread_mutex_unlock(&lock);
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, work, &count);
    pthread_create(&t2, 0, work, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(count == 1);
    return 0;
}
