// CONSTRUCT: a singly linked list of heap nodes pushed and popped by threads
// EXIT: 0
// OUTPUT: 21\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *head;
static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *arg) {
    int base = (int)(long)arg;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        assert(n != NULL);
        n->value = base + i;
        pthread_mutex_lock(&lock);
        n->next = head;
        head = n;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void pop_all(void) {
    while (head != NULL) {
        struct node *n = head;
        head = n->next;
        sum += n->value;
        free(n);
    }
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, push, (void *)1L);
    pthread_create(&t2, NULL, push, (void *)4L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pop_all();
    assert(sum == 21);
    printf("%d\n", sum);
    return 0;
}
