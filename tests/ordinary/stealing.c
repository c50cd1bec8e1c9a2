// Two workers with a deque of their own each, who steal from the other when theirs is empty.
// BUG: race: whether there is something to steal is looked at without the lock
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 5
#endif

struct deque { pthread_mutex_t lock; int tasks[2 * N], first, last; };
static struct deque deques[2] = {{.lock = PTHREAD_MUTEX_INITIALIZER}, {.lock = PTHREAD_MUTEX_INITIALIZER}};
static int sums[2], ids[2] = {0, 1};

static int pop(struct deque *own, int *task) {
    pthread_mutex_lock(&own->lock);
    int is_there = own->first < own->last;
    if (is_there)
        *task = own->tasks[--own->last];
    pthread_mutex_unlock(&own->lock);
    return is_there;
}

static int steal(struct deque *other, int *task) {
#ifdef BUG
    if (other->first == other->last)
        return 0;
#endif
    pthread_mutex_lock(&other->lock);
    int is_there = other->first < other->last;
    if (is_there)
        *task = other->tasks[other->first++];
    pthread_mutex_unlock(&other->lock);
    return is_there;
}

static void *work(void *id) {
    int own = *(int *)id, task;
    while (pop(&deques[own], &task) || steal(&deques[1 - own], &task))
        sums[own] += task;
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 1; i <= N; i++)
        deques[0].tasks[deques[0].last++] = i;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &ids[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(sums[0] + sums[1] == N * (N + 1) / 2);
    return 0;
}
