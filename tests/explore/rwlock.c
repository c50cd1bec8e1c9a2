// CONSTRUCT: a reader sees both writes of the writer or none
// OUTCOMES: 00 | 11
#include <pthread.h>
#include <stdio.h>

static int x, y;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *first(void *arg) {
    (void)arg;
    pthread_rwlock_wrlock(&lock);
    x = 1;
    y = 1;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    int a = x;
    int b = y;
    pthread_rwlock_unlock(&lock);
    return (void *)(long)(a * 10 + b);
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    (void)r1;
    printf("%02d\n", (int)(long)r2);
    return 0;
}
