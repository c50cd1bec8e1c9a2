// VERIFY proved
// VERIFY races: bug
// CONSTRUCT: the same, but its producer looks relaxed for what has been taken: it may write where one still reads
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static int slots[2], sum;
static atomic_int put_at, taken_at;

static void *producer(void *arg) {
    for (int i = 1; i <= 3; i++) {
        int at = atomic_load_explicit(&put_at, memory_order_relaxed);
        while (at - atomic_load_explicit(&taken_at, memory_order_relaxed) == 2) sched_yield();
        slots[at % 2] = i;
        atomic_store_explicit(&put_at, at + 1, memory_order_release);
    }
    return arg;
}

static void *consumer(void *arg) {
    for (int i = 1; i <= 3; i++) {
        int at = atomic_load_explicit(&taken_at, memory_order_relaxed);
        while (atomic_load_explicit(&put_at, memory_order_acquire) == at) sched_yield();
        sum += slots[at % 2];
        atomic_store_explicit(&taken_at, at + 1, memory_order_release);
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(sum == 6);
    return 0;
}
