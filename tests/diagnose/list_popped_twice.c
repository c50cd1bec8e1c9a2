// DIAGNOSE concurrency
// CONSTRUCT: two threads get the same node
// CAUSE: read -> write | read -> write, write -> write
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>

struct node {
    struct node *next;
};

static struct node nodes[2] = {{&nodes[1]}, {NULL}};
static struct node *head = &nodes[0];
static struct node *taken[2];

static void *pop(void *arg) {
    struct node *node = head; // AT read
    head = node->next; // AT write
    *(struct node **)arg = node;
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, pop, &taken[0]);
    pthread_create(&second, NULL, pop, &taken[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(taken[0] != taken[1]); // FAILS
    return 0;
}
