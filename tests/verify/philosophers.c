// VERIFY proved
// VERIFY deadlocks: proved
// VERIFY races: proved
// CONSTRUCT: two locks taken in the same order
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int meals;

static void *first(void *arg) {
    pthread_mutex_lock(&left);
    pthread_mutex_lock(&right);
    meals = meals + 1;
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
    return arg;
}

static void *second(void *arg) {
    pthread_mutex_lock(&left);
    pthread_mutex_lock(&right);
    meals = meals + 1;
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(meals == 2);
    return 0;
}
