// VERIFY unknown address
// CONSTRUCT: of two locks in blocks of their own the one that lies lower is taken first: which that is, is not the same everywhere
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int money;
};

static struct account *one, *two;

static void *worker(void *arg) {
    struct account *from = arg ? one : two, *to = arg ? two : one;
    struct account *low = from < to ? from : to, *high = from < to ? to : from;
    pthread_mutex_lock(&low->lock);
    pthread_mutex_lock(&high->lock);
    from->money--;
    to->money++;
    pthread_mutex_unlock(&high->lock);
    pthread_mutex_unlock(&low->lock);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    one = calloc(1, sizeof *one);
    two = calloc(1, sizeof *two);
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, &one);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(one->money == 0 && two->money == 0);
    return 0;
}
