/* A bounded queue as one would write it for a single thread (the queue_seq of the tests of concurrent data structures),
   used by two: enqueue writes the item to where the tail is and then moves the tail, without a lock. Both can write to
   the same place, and one item is lost. */
// KIND: DR
// THREADS: 3
// DIAGNOSE concurrency
// NAMES: put, move
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define CAPACITY 4

struct queue {
    int items[CAPACITY];
    int head;
    int tail;
};

static struct queue queue;

static bool enqueue(struct queue *q, int item) {
    if (q->tail - q->head == CAPACITY)
        return false;
    q->items[q->tail % CAPACITY] = item;  // AT put
    q->tail = q->tail + 1;                // AT move
    return true;
}

static bool contains(const struct queue *q, int item) {
    for (int at = q->head; at != q->tail; at++)
        if (q->items[at % CAPACITY] == item)
            return true;
    return false;
}

static void *producer(void *item) {
    enqueue(&queue, *(int *)item);
    return NULL;
}

int main(void) {
    int items[2] = {1, 2};
    pthread_t producers[2];
    for (int number = 0; number < 2; number++)
        pthread_create(&producers[number], NULL, producer, &items[number]);
    for (int number = 0; number < 2; number++)
        pthread_join(producers[number], NULL);
    assert(contains(&queue, 1) && contains(&queue, 2));  // FAILS
    return 0;
}
