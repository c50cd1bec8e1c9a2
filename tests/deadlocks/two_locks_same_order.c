// CONSTRUCT: two locks, always in the same order
#include <pthread.h>

static int a, b;
static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second_lock = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *arg) {
    (void)arg;
    pthread_mutex_lock(&first_lock);
    pthread_mutex_lock(&second_lock);
    a++;
    pthread_mutex_unlock(&second_lock);
    pthread_mutex_unlock(&first_lock);
    return NULL;
}

static void *two(void *arg) {
    (void)arg;
    pthread_mutex_lock(&first_lock);
    pthread_mutex_lock(&second_lock);
    b++;
    pthread_mutex_unlock(&first_lock);
    pthread_mutex_unlock(&second_lock);
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
