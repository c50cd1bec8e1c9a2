// CONSTRUCT: two threads take the first node of a list under its lock, and free it outside
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *pop(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    struct node *first = head;
    head = first->next; // SAFE
    pthread_mutex_unlock(&lock);
    free(first); // SAFE
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    for (int i = 0; i < 3; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = head;
        head = fresh;
    }
    pthread_create(&t1, NULL, pop, NULL);
    pthread_create(&t2, NULL, pop, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
