// CONSTRUCT: a lock-free stack: an atomic pointer moved by compare-and-exchange
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) top;
static struct node nodes[6];

static void *push(void *arg) {
    long base = (long)arg;
    for (long i = base; i < base + 3; i++) {
        nodes[i].value = (int)i + 1;
        struct node *old = atomic_load(&top);
        do {
            nodes[i].next = old;
        } while (!atomic_compare_exchange_weak(&top, &old, &nodes[i]));
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    int sum = 0, count = 0;
    pthread_create(&t1, NULL, push, (void *)0L);
    pthread_create(&t2, NULL, push, (void *)3L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    for (struct node *n = atomic_load(&top); n != NULL; n = n->next) {
        sum += n->value;
        count++;
    }
    assert(count == 6 && sum == 21);
    return 0;
}
