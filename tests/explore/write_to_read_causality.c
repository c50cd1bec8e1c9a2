// CONSTRUCT: three threads: what was passed on through y implies x
// OUTCOMES: r1=0 r2=00 | r1=0 r2=01 | r1=1 r2=00 | r1=1 r2=01 | r1=1 r2=11
#include <pthread.h>
#include <stdio.h>

static int x, y;

static void *first(void *arg) {
    (void)arg;
    x = 1;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    int r = x;
    if (r)
        y = 1;
    return (void *)(long)r;
}

static void *third(void *arg) {
    (void)arg;
    int a = y;
    int b = x;
    return (void *)(long)(a * 10 + b);
}

int main(void) {
    pthread_t t1, t2, t3;
    void *r1, *r2, *r3;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_create(&t3, NULL, third, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    pthread_join(t3, &r3);
    (void)r1;
    printf("r1=%d r2=%02d\n", (int)(long)r2, (int)(long)r3);
    return 0;
}
