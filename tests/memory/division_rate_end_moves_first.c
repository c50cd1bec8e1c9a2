// CONSTRUCT: a rate is events by the length of a window, whose end moves on before its begin: it only gets longer
#include <pthread.h>
#include <stdatomic.h>

static atomic_int begin = 100, end = 110, events = 50;
static int rate;

static void *meter(void *arg) {
    (void)arg;
    int from = atomic_load(&begin);
    int length = atomic_load(&end) - from;
    rate = atomic_load(&events) / length; // SAFE the begin was read first, so the end is as late or later
    return NULL;
}

static void *slide(void *arg) {
    (void)arg;
    atomic_store(&end, 120);
    atomic_store(&begin, 110);
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
