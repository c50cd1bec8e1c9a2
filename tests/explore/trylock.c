// CONSTRUCT: trylock succeeds or finds the mutex busy
// OUTCOMES: x=1 got=0 | x=2 got=1
#include <pthread.h>
#include <stdio.h>

static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    int got = pthread_mutex_trylock(&lock) == 0;
    if (got) {
        x++;
        pthread_mutex_unlock(&lock);
    }
    return (void *)(long)got;
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    (void)r1;
    printf("x=%d got=%d\n", x, (int)(long)r2);
    return 0;
}
