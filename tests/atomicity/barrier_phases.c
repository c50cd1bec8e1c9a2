// CONSTRUCT: in one phase both write their own halves, in the next one both read all in blocks
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>

static int half[2];
static pthread_barrier_t barrier;

static void *work(void *arg) {
    int me = *(int *)arg;
    for (int round = 1; round <= 2; round++) {
        half[me] = round * (me + 1);
        pthread_barrier_wait(&barrier);
        RADDLE_ATOMIC_BEGIN();
        int sum = half[0]; // ATOMIC
        sum += half[1];
        sum += half[0];
        RADDLE_ATOMIC_END();
        printf("%d\n", sum);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&a, NULL, work, &zero);
    pthread_create(&b, NULL, work, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
