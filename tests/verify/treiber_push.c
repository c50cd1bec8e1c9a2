// VERIFY proved
// CONSTRUCT: nodes pushed by compare and swap until it succeeds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) list;
static struct node nodes[2] = {{1, 0}, {2, 0}};

static void *push(void *arg) {
    struct node *node = arg;
    struct node *old = list;
    do {
        node->next = old;
    } while (!atomic_compare_exchange_strong(&list, &old, node));
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, push, &nodes[0]);
    pthread_create(&t2, NULL, push, &nodes[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    int count = 0;
    for (struct node *node = list; node; node = node->next) count++;
    assert(count == 2);
    return 0;
}
