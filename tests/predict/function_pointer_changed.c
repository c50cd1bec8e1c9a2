// CONSTRUCT: the function pointer itself is changed by another thread
#include <assert.h>
#include <pthread.h>

static int x = 1;

static void add(void) { x = x + 10; }
static void triple(void) { x = x * 3; }

static void (*action)(void) = triple;

static void *change(void *arg) {
    (void)arg;
    action = add;
    return NULL;
}

static void *act(void *arg) {
    (void)arg;
    action();
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, change, NULL);
    pthread_create(&t2, NULL, act, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 11); // HOLDS: fails only off the path, where the other function is called
    return 0;
}
