// CONSTRUCT: a list with a lock in each node: whoever stands on a node holds it, who removes it holds its predecessor too
#include <pthread.h>
#include <stdlib.h>

struct node {
    pthread_mutex_t lock;
    int value;
    struct node *next;
};

static struct node *head;
static int seen;

static struct node *node(int value, struct node *next) {
    struct node *fresh = malloc(sizeof *fresh);
    pthread_mutex_init(&fresh->lock, NULL);
    fresh->value = value;
    fresh->next = next;
    return fresh;
}

static void *walk(void *arg) {
    (void)arg;
    pthread_mutex_lock(&head->lock);
    struct node *second = head->next;
    pthread_mutex_lock(&second->lock); // SAFE the head is held: nobody can remove it
    pthread_mutex_unlock(&head->lock);
    seen = second->value; // SAFE
    pthread_mutex_unlock(&second->lock);
    return NULL;
}

static void *remove_second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&head->lock);
    struct node *gone = head->next;
    pthread_mutex_lock(&gone->lock);
    head->next = gone->next;
    pthread_mutex_unlock(&head->lock);
    pthread_mutex_unlock(&gone->lock);
    pthread_mutex_destroy(&gone->lock);
    free(gone);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    head = node(1, node(2, node(3, NULL)));
    pthread_create(&t1, NULL, walk, NULL);
    pthread_create(&t2, NULL, remove_second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
