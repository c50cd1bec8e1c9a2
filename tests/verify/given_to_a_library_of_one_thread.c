// VERIFY unknown unseen
// CONSTRUCT: a block that only one thread writes is no cell: what a library finds there when it is over nobody looks at
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int value;
static char *text[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
    char *own = calloc(8, 1);
    pthread_mutex_lock(&lock);
    own[0] = "./01"[value++];
    pthread_mutex_unlock(&lock);
    text[arg != 0] = own;
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, add, &two);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(a64l(text[0]) != 3);
    return 0;
}
