// CONSTRUCT: a stack of nodes whose head is loaded and stored atomically, but not compared
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static _Atomic(struct node *) top;

static void *popper(void *arg) {
    (void)arg;
    struct node *mine = atomic_load(&top);
    atomic_store(&top, mine->next); // MEMORY! use-after-free
    free(mine);                     // MEMORY! double-free
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    for (int i = 0; i < 2; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = atomic_load(&top);
        fresh->value = i;
        atomic_store(&top, fresh);
    }
    pthread_create(&t1, NULL, popper, NULL);
    pthread_create(&t2, NULL, popper, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
