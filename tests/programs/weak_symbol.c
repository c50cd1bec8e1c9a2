// CONSTRUCT: weak definitions, an undefined weak reference and an alias
// EXIT: 0
#include <assert.h>
#include <pthread.h>

extern void optional_hook(void) __attribute__((weak));

int counter;

__attribute__((weak)) int step(void) { return 2; }

int add_step(void) {
    counter += step();
    return counter;
}

int add_alias(void) __attribute__((alias("add_step")));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    (void)arg;
    if (optional_hook)
        optional_hook();
    pthread_mutex_lock(&lock);
    add_step();
    add_alias();
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(counter == 8);
    return 0;
}
