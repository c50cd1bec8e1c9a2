// CONSTRUCT: a barrier used for several phases; exactly one serial thread per phase
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static int cells[2][3];
static atomic_int serial;

static void *work(void *arg) {
    int me = (int)(long)arg;
    for (int phase = 0; phase < 2; phase++) {
        int from = phase % 2, to = 1 - from;
        cells[to][me] = cells[from][me] + cells[from][(me + 1) % 3];
        int rc = pthread_barrier_wait(&barrier);
        assert(rc == 0 || rc == PTHREAD_BARRIER_SERIAL_THREAD);
        if (rc == PTHREAD_BARRIER_SERIAL_THREAD)
            serial++;
    }
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        cells[0][i] = i + 1;
    pthread_barrier_init(&barrier, NULL, 3);
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    /* 1 2 3 -> 3 5 4 -> 8 9 7 */
    assert(cells[0][0] == 8 && cells[0][1] == 9 && cells[0][2] == 7);
    assert(serial == 2);
    pthread_barrier_destroy(&barrier);
    return 0;
}
