// The queue of Michael and Scott with a bug of the kind that tests of such queues plant: enqueue looks that nothing is
// linked behind the last node and then stores the new node there, where a compare-and-swap has to be. Of two threads
// that have both looked, the second overwrites the first one's link, and a value is lost. The program keeps enqueue and
// dequeue.
//
// KIND: AV
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: check seeds 1-5
// RUNS: seeds 0-100
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define EMPTY (-1)

struct node {
    int value;
    struct node *_Atomic next;
};

static struct node dummy;
static struct node *_Atomic head = &dummy;
static struct node *_Atomic tail = &dummy;

static void enqueue(int value)
{
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        abort();
    node->value = value;
    atomic_init(&node->next, NULL);
    for (;;) {
        struct node *last = atomic_load(&tail);
        struct node *next = atomic_load(&last->next);  // CAUSE switch 1 from
        if (next == NULL) {
            atomic_store(&last->next, node);           // CAUSE switch 1 to, switch 2 from, switch 2 to
            atomic_compare_exchange_strong(&tail, &last, node);
            return;
        }
        atomic_compare_exchange_strong(&tail, &last, next);
    }
}

static int dequeue(void)
{
    for (;;) {
        struct node *first = atomic_load(&head);
        struct node *last = atomic_load(&tail);
        struct node *next = atomic_load(&first->next);
        if (first != last) {
            assert(next != NULL);
            int value = next->value;
            if (atomic_compare_exchange_strong(&head, &first, next))
                return value;
        } else if (next == NULL) {
            return EMPTY;
        } else {
            atomic_compare_exchange_strong(&tail, &last, next);
        }
    }
}

static void *producer(void *value)
{
    enqueue(*(int *)value);
    return NULL;
}

int main(void)
{
    int values[2] = {10, 20};
    pthread_t producers[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&producers[i], NULL, producer, &values[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(producers[i], NULL);
    for (int i = 0; i < 2; i++)
        assert(dequeue() != EMPTY);
    return 0;
}
