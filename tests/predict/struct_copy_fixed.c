// CONSTRUCT: a struct is written and copied under the mutex
#include <assert.h>
#include <pthread.h>

struct point {
    int x, y;
};

static struct point point;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    point.x = 1;
    point.y = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    struct point copy;
    pthread_mutex_lock(&lock);
    copy = point;
    pthread_mutex_unlock(&lock);
    assert(copy.x == copy.y); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
