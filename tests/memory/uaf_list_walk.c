// CONSTRUCT: a walk over a list lets the lock go at each node, and the node may be removed meanwhile
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *walk(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    struct node *at = head;
    int first = at->value;
    pthread_mutex_unlock(&lock);
    sum += first * first;
    pthread_mutex_lock(&lock);
    at = at->next; // MEMORY! use-after-free
    sum += at->value;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *remove_first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    struct node *gone = head;
    head = gone->next;
    pthread_mutex_unlock(&lock);
    free(gone);
    return NULL;
}

static struct node *node(int value, struct node *next) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = value;
    fresh->next = next;
    return fresh;
}

int main(void) {
    pthread_t t1, t2;
    head = node(1, node(2, node(3, NULL)));
    pthread_create(&t1, NULL, walk, NULL);
    pthread_create(&t2, NULL, remove_first, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
