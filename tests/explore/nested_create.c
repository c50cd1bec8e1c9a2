// CONSTRUCT: a thread creates another; main's write races with both
// OUTCOMES: parent=1 x=2 | parent=1 x=3 | parent=2 x=2 | parent=2 x=3 | parent=3 x=2 | parent=3 x=3
#include <pthread.h>
#include <stdio.h>

static int x;

static void *child(void *arg) {
    (void)arg;
    x = 2;
    return NULL;
}

static void *parent(void *arg) {
    (void)arg;
    pthread_t t;
    x = 1;
    pthread_create(&t, NULL, child, NULL);
    int seen = x;
    pthread_join(t, NULL);
    return (void *)(long)seen;
}

int main(void) {
    pthread_t t;
    void *seen;
    pthread_create(&t, NULL, parent, NULL);
    x = 3;
    pthread_join(t, &seen);
    printf("parent=%d x=%d\n", (int)(long)seen, x);
    return 0;
}
