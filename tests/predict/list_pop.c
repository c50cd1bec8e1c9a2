// CONSTRUCT: two threads pop: both may get the same node
#include <assert.h>
#include <pthread.h>

struct node {
    struct node *next;
    int taken;
};

static struct node nodes[3] = {{&nodes[1], 0}, {&nodes[2], 0}, {NULL, 0}};
static struct node *list = &nodes[0];

static void *pop(void *arg) {
    (void)arg;
    struct node *node = list;
    list = node->next;
    node->taken++;
    assert(node->taken == 1); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, pop, NULL);
    pthread_create(&t2, NULL, pop, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(list != &nodes[0]); // HOLDS
    assert(list == &nodes[2]); // FAILS
    return 0;
}
