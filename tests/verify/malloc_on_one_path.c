// VERIFY proved
// CONSTRUCT: an allocation on one path only, before another one on both
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;

struct box {
    int value;
    struct box *next;
};

static struct box *first, *second;

static void *maker(void *arg) {
    struct box *extra = NULL;
    if (flag) {
        extra = malloc(sizeof *extra);
        extra->value = 1;
    }
    struct box *box = malloc(sizeof *box);
    box->value = 2;
    first = extra;
    second = box;
    return arg;
}

static void *setter(void *arg) {
    flag = 1;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, maker, NULL);
    pthread_create(&t2, NULL, setter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(second->value == 2);
    assert(!first || (first->value == 1 && first != second));
    return 0;
}
