// VERIFY bug
// CONSTRUCT: a list found not to be empty is popped under the lock taken afterwards: the null pointer is followed
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct node {
    int value;
    struct node *next;
};

static struct node *list;

static void *pop(void *arg) {
    if (list) {
        pthread_mutex_lock(&lock);
        struct node *mine = list;
        list = mine->next; // FAILS
        mine->value = mine->value + 1;
        assert(mine->value == 1);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    list = calloc(1, sizeof *list);
    pthread_create(&t1, NULL, pop, NULL);
    pthread_create(&t2, NULL, pop, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
