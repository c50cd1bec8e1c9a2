// CONSTRUCT: the values that the threads return depend on the order
// OUTCOMES: 1 2 | 2 1
#include <pthread.h>
#include <stdio.h>

static int next = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int mine = next;
    next = mine + 1;
    pthread_mutex_unlock(&lock);
    return (void *)(long)mine;
}

static void *second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int mine = next;
    next = mine + 1;
    pthread_mutex_unlock(&lock);
    return (void *)(long)mine;
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    printf("%d %d\n", (int)(long)r1, (int)(long)r2);
    return 0;
}
