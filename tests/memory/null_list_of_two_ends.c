// CONSTRUCT: a node is taken out of a list with two ends: its neighbours are joined by what may be NULL by now
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *previous, *next;
    int value;
};

static struct node first, second, third;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *take_second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    second.previous->next = second.next;
    second.next->previous = second.previous; // MEMORY! null
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *take_third(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    third.previous->next = NULL;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    first.next = &second;
    second.previous = &first;
    second.next = &third;
    third.previous = &second;
    pthread_create(&t1, NULL, take_second, NULL);
    pthread_create(&t2, NULL, take_third, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
