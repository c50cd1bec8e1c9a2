// CONSTRUCT: opposite orders, and a look at a counter that does not tell whether the first was through
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int rounds, late;

static void *one(void *arg) {
    (void)arg;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b); // DEADLOCK!
    rounds++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return NULL;
}

static void *two(void *arg) {
    (void)arg;
    pthread_mutex_lock(&b);
    int seen = rounds;
    pthread_mutex_unlock(&b);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a); // DEADLOCK!
    late += seen;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, one, NULL);
    pthread_create(&t2, NULL, two, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
