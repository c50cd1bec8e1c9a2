// VERIFY proved
// VERIFY races: proved
// CONSTRUCT: nodes from malloc pushed under a lock
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct node {
    int value;
    struct node *next;
};

static struct node *list;

static void *push(void *arg) {
    struct node *node = malloc(sizeof *node);
    node->value = (int)(long)arg;
    pthread_mutex_lock(&lock);
    node->next = list;
    list = node;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, push, (void *)1);
    pthread_create(&t2, NULL, push, (void *)2);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    int sum = 0;
    for (struct node *node = list; node; node = node->next) sum += node->value;
    assert(sum == 3);
    return 0;
}
