// CONSTRUCT: the sections inside are inner ones of a recursive lock that is held around them
// ATOMIC: twice
#include <pthread.h>
#include <stdio.h>

static int total;
static pthread_mutex_t lock;

static void add(int what) {
    pthread_mutex_lock(&lock);
    total = total * 2 + what; // ATOMIC
    pthread_mutex_unlock(&lock);
}

static void twice(int what) {
    pthread_mutex_lock(&lock);
    add(what);
    add(what);
    pthread_mutex_unlock(&lock);
}

static void *one(void *arg) {
    twice(1);
    return arg;
}

static void *other(void *arg) {
    add(5);
    return arg;
}

int main(void) {
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &recursive);
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", total);
    return 0;
}
