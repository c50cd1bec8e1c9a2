// Three stages, each a thread, with a slot between neighbours: a mutex and one condition for each slot.
// BUG: deadlock: one condition for both directions, and a signal in the place of a broadcast, with two at the end
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 5
#endif

struct slot { pthread_mutex_t lock; pthread_cond_t changed; int value, is_full; };
static struct slot first = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
static struct slot second = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
static int sums[2];

static void tell(struct slot *slot) {
#ifdef BUG
    pthread_cond_signal(&slot->changed);
#else
    pthread_cond_broadcast(&slot->changed);
#endif
}

static void put(struct slot *slot, int value) {
    pthread_mutex_lock(&slot->lock);
    while (slot->is_full)
        pthread_cond_wait(&slot->changed, &slot->lock);
    slot->value = value;
    slot->is_full = 1;
    tell(slot);
    pthread_mutex_unlock(&slot->lock);
}

static int take(struct slot *slot) {
    pthread_mutex_lock(&slot->lock);
    while (!slot->is_full)
        pthread_cond_wait(&slot->changed, &slot->lock);
    int value = slot->value;
    slot->is_full = 0;
    tell(slot);
    pthread_mutex_unlock(&slot->lock);
    return value;
}

static void *read_in(void *arg) {
    for (int i = 1; i <= 2 * N; i++)
        put(&first, i);
    return arg;
}

static void *twice(void *arg) {
    for (int i = 1; i <= 2 * N; i++)
        put(&second, 2 * take(&first));
    return arg;
}

static void *write_out(void *sum) {
    for (int i = 0; i < N; i++)
        *(int *)sum += take(&second);
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    pthread_create(&threads[0], NULL, read_in, NULL);
    pthread_create(&threads[1], NULL, twice, NULL);
    pthread_create(&threads[2], NULL, write_out, &sums[0]);
    pthread_create(&threads[3], NULL, write_out, &sums[1]);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert(sums[0] + sums[1] == 2 * N * (2 * N + 1));
    return 0;
}
