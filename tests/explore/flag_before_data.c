// CONSTRUCT: the flag is set before the data: the reader may see the flag without the data
// OUTCOMES: seen=-1 | seen=0 | seen=1
#include <pthread.h>
#include <stdio.h>

static volatile int data, flag;

static void *first(void *arg) {
    (void)arg;
    flag = 1;
    data = 1;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    int seen = -1;
    if (flag)
        seen = data;
    return (void *)(long)seen;
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    (void)r1;
    printf("seen=%d\n", (int)(long)r2);
    return 0;
}
