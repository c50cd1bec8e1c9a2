// CONSTRUCT: readers and writers built of one mutex and one condition variable
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, writing;
static int x, y;

static void *reader(void *arg) {
    int *out = arg;
    pthread_mutex_lock(&lock);
    while (writing)
        pthread_cond_wait(&changed, &lock);
    readers++;
    pthread_mutex_unlock(&lock);
    assert(x == y);
    *out = x;
    pthread_mutex_lock(&lock);
    if (--readers == 0)
        pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (writing || readers > 0)
        pthread_cond_wait(&changed, &lock);
    writing = 1;
    pthread_mutex_unlock(&lock);
    x++;
    y++;
    pthread_mutex_lock(&lock);
    writing = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t r1, r2, w;
    int a, b;
    pthread_create(&r1, NULL, reader, &a);
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r2, NULL, reader, &b);
    pthread_join(r1, NULL);
    pthread_join(w, NULL);
    pthread_join(r2, NULL);
    assert(x == 1 && y == 1 && (a == 0 || a == 1) && (b == 0 || b == 1));
    return 0;
}
