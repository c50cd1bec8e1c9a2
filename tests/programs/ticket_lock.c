// CONSTRUCT: a ticket lock made of two atomic counters
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;
static int count;

static void *work(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        unsigned mine = atomic_fetch_add(&next_ticket, 1);
        while (atomic_load(&now_serving) != mine)
            sched_yield();
        count++;
        atomic_fetch_add(&now_serving, 1);
    }
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(count == 6 && next_ticket == now_serving);
    return 0;
}
