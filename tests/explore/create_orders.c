// CONSTRUCT: what main wrote before the creation is seen, what it writes after it may be
// OUTCOMES: 10 | 11
#include <pthread.h>
#include <stdio.h>

static int before, after;

static void *look(void *arg) {
    (void)arg;
    int a = before;
    int b = after;
    return (void *)(long)(a * 10 + b);
}

int main(void) {
    pthread_t t;
    void *r;
    before = 1;
    pthread_create(&t, NULL, look, NULL);
    after = 1;
    pthread_join(t, &r);
    printf("%02d\n", (int)(long)r);
    return 0;
}
