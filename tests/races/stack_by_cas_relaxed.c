// CONSTRUCT: nodes pushed by a relaxed compare-and-swap: who takes them may read them before they are filled
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) top;
static int sum;

static void *pusher(void *arg) {
    (void)arg;
    struct node *node = malloc(sizeof *node);
    node->value = 5; // RACE!
    node->next = atomic_load_explicit(&top, memory_order_relaxed); // RACE!
    while (!atomic_compare_exchange_weak_explicit(&top, &node->next, node, memory_order_relaxed, memory_order_relaxed))
        ;
    return NULL;
}

static void *popper(void *arg) {
    (void)arg;
    struct node *node = atomic_exchange_explicit(&top, NULL, memory_order_acquire);
    for (; node; node = node->next) // RACE!
        sum += node->value; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, pusher, NULL);
    pthread_create(&t2, NULL, popper, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
