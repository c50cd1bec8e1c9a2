// CONSTRUCT: a list: its head is looked at in one section and taken off in another one
// ATOMIC: pop
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
    struct node *top = head; // TORN!
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    head = top->next; // TORN!
    pthread_mutex_unlock(&lock);
    return top->value;
}

static void *consumer(void *arg) {
    printf("%d\n", pop());
    return arg;
}

static void *producer(void *arg) {
    pthread_mutex_lock(&lock);
    nodes[2].next = head;
    head = &nodes[2]; // TORN!
    pthread_mutex_unlock(&lock);
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
