// VERIFY proved
// CONSTRUCT: numbers that threads return
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *draw(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    x = x + 1;
    long mine = x;
    pthread_mutex_unlock(&lock);
    return (void *)mine;
}

int main(void) {
    pthread_t t1, t2;
    void *one, *two;
    pthread_create(&t1, NULL, draw, NULL);
    pthread_create(&t2, NULL, draw, NULL);
    pthread_join(t1, &one);
    pthread_join(t2, &two);
    assert(one != two);
    return 0;
}
