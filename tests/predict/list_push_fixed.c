// CONSTRUCT: two threads push to a list under the mutex
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    pthread_mutex_lock(&lock);
    node->next = list;
    list = node;
    pthread_mutex_unlock(&lock);
}

static void *first(void *arg) {
    (void)arg;
    push(1);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    push(2);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(list->next != NULL); // HOLDS
    assert(list->next->next == NULL); // HOLDS
    assert(list->value + list->next->value == 3); // HOLDS
    assert(list->value == 2); // FAILS
    return 0;
}
