// VERIFY bug
// CONSTRUCT: a stack that is pushed to without its lock
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stack[3], top;

static void push(int value) {
    stack[top] = value;
    top = top + 1;
}

static int pop(void) {
    int value = 0;
    pthread_mutex_lock(&lock);
    if (top > 0) {
        top = top - 1;
        value = stack[top];
        stack[top] = 0;
    }
    pthread_mutex_unlock(&lock);
    return value;
}

static void *pusher(void *arg) {
    push(1);
    push(2);
    return arg;
}

static void *popper(void *arg) {
    int one = pop(), two = pop();
    assert(one == 0 || one != two); // FAILS
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, pusher, NULL);
    pthread_create(&t2, NULL, popper, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
