// CONSTRUCT: pthread_once runs once, and both see its effect
// OUTCOMES: x=1 1 1
#include <pthread.h>
#include <stdio.h>

static int x;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void) { x++; }

static void *first(void *arg) {
    (void)arg;
    pthread_once(&once, initialise);
    int r = x;
    return (void *)(long)r;
}

static void *second(void *arg) {
    (void)arg;
    pthread_once(&once, initialise);
    int r = x;
    return (void *)(long)r;
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    printf("x=%d %d %d\n", x, (int)(long)r1, (int)(long)r2);
    return 0;
}
