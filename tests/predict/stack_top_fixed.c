// CONSTRUCT: push and pop of a stack with a shared top under one mutex
#include <assert.h>
#include <pthread.h>

static int stack[4] = {9}, top = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    stack[top] = 5;
    top = top + 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *pop(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    top = top - 1;
    int item = stack[top];
    pthread_mutex_unlock(&lock);
    assert(item == 5 || item == 9); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, push, NULL);
    pthread_create(&t2, NULL, pop, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(top == 1); // HOLDS
    return 0;
}
