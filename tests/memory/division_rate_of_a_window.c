// CONSTRUCT: a rate is events by the length of a window, whose begin moves on before its end does
#include <pthread.h>
#include <stdatomic.h>

static atomic_int begin = 100, end = 110, events = 50;
static int rate;

static void *meter(void *arg) {
    (void)arg;
    int length = atomic_load(&end) - atomic_load(&begin);
    rate = atomic_load(&events) / length; // MEMORY! division
    return NULL;
}

static void *slide(void *arg) {
    (void)arg;
    atomic_store(&begin, 110);
    atomic_store(&end, 120);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, meter, NULL);
    pthread_create(&t2, NULL, slide, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
