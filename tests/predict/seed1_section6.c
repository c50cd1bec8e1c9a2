// CONSTRUCT: predictive analysis, section 6: the modified example, whose error the maximal causal model predicts too
#include <assert.h>
#include <pthread.h>

static int x, y;
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
    int a = x;
    pthread_mutex_lock(&l);
    x = 1 + a;
    pthread_mutex_unlock(&l);
    y = 1 + a;
    pthread_mutex_lock(&l);
    x = 1 + a;
    pthread_mutex_unlock(&l);
    return arg;
}

static void *second(void *arg) {
    int b = 0;
    pthread_mutex_lock(&l);
    if (x > b)
        assert(y == 1); // FAILS
    pthread_mutex_unlock(&l);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
