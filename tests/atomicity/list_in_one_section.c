// CONSTRUCT: a list whose operations are one section each
// ATOMIC: pop push
#include <pthread.h>
#include <stdio.h>

struct node {
    struct node *next;
    int value;
};
static struct node nodes[3] = {{&nodes[1], 1}, {NULL, 2}, {NULL, 3}};
static struct node *head = &nodes[0];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int pop(void) {
    pthread_mutex_lock(&lock);
    struct node *top = head; // ATOMIC
    head = top->next;
    pthread_mutex_unlock(&lock);
    return top->value;
}

static void push(struct node *node) {
    pthread_mutex_lock(&lock);
    node->next = head;
    head = node;
    pthread_mutex_unlock(&lock);
}

static void *consumer(void *arg) {
    printf("%d\n", pop());
    return arg;
}

static void *producer(void *arg) {
    push(&nodes[2]);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, consumer, NULL);
    pthread_create(&b, NULL, producer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
