// CONSTRUCT: whether a list has something is asked in one section of its lock, and the first is looked at in the next
#include <pthread.h>
#include <stdlib.h>

struct item {
    int weight;
    struct item *next;
};

static struct item only = {5, NULL}, *first = &only;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int heaviest;

static int is_empty(void) {
    pthread_mutex_lock(&lock);
    int empty = first == NULL;
    pthread_mutex_unlock(&lock);
    return empty;
}

static void *weigher(void *arg) {
    (void)arg;
    if (!is_empty()) {
        pthread_mutex_lock(&lock);
        heaviest = first->weight; // MEMORY! null
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *taker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (first != NULL)
        first = first->next; // SAFE
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, weigher, NULL);
    pthread_create(&t2, NULL, taker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
