// DIAGNOSE concurrency
// CONSTRUCT: two nodes pushed, one is lost
// CAUSE: read -> write | read -> write, write -> write
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>

struct node {
    struct node *next;
};

static struct node *head;
static struct node nodes[2];

static void *push(void *arg) {
    struct node *node = arg;
    node->next = head; // AT read
    head = node; // AT write
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, push, &nodes[0]);
    pthread_create(&second, NULL, push, &nodes[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    int count = 0;
    for (struct node *at = head; at != NULL; at = at->next)
        count++;
    assert(count == 2); // FAILS
    return 0;
}
