// VERIFY proved
// CONSTRUCT: padding goes along where a structure is assigned, given by value, put into a block and out again
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct padded {
    char small;
    long large;
    short last[5];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct padded *slots;

static long sum(struct padded all) { return all.small + all.large + all.last[4]; }

static void *worker(void *arg) {
    struct padded made, back;
    made.small = 1;
    made.large = 2;
    for (int i = 0; i < 5; i++)
        made.last[i] = 3;
    pthread_mutex_lock(&lock);
    slots[0] = made;
    memcpy(&slots[1], &slots[0], sizeof slots[1]);
    back = slots[1];
    pthread_mutex_unlock(&lock);
    assert(sum(back) == 6);
    return arg;
}

int main(void) {
    pthread_t one, two;
    slots = malloc(2 * sizeof *slots);
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    free(slots);
    return 0;
}
