// CONSTRUCT: a stack of nodes whose head is taken by compare-and-swap; nodes are freed when all threads have ended
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static _Atomic(struct node *) top;

static void *popper(void *arg) {
    (void)arg;
    struct node *mine = atomic_load(&top);
    while (!atomic_compare_exchange_strong(&top, &mine, mine->next)) // SAFE
        ;
    return mine;
}

int main(void) {
    pthread_t t1, t2;
    void *one, *other;
    for (int i = 0; i < 2; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = atomic_load(&top);
        atomic_store(&top, fresh);
    }
    pthread_create(&t1, NULL, popper, NULL);
    pthread_create(&t2, NULL, popper, NULL);
    pthread_join(t1, &one);
    pthread_join(t2, &other);
    free(one);
    free(other); // SAFE nobody gets the same node
    return 0;
}
