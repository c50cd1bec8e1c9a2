// CONSTRUCT: the same name, another variable in each thread; only the sum is shared, and is added in one section
// ATOMIC: work
#include <pthread.h>
#include <stdio.h>

static _Thread_local int mine;
static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void work(int by) {
    for (int i = 0; i < 3; i++)
        mine = mine * 2 + by; // ATOMIC
    pthread_mutex_lock(&lock);
    sum = sum * 7 + mine;
    pthread_mutex_unlock(&lock);
}

static void *one(void *arg) {
    work(1);
    return arg;
}

static void *two(void *arg) {
    work(2);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", sum);
    return 0;
}
