// CONSTRUCT: double-checked locking: the pointer is set before the object is complete
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct object {
    int ready;
};

static struct object *instance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *user(void *arg) {
    (void)arg;
    if (instance == NULL) {
        pthread_mutex_lock(&lock);
        if (instance == NULL) {
            instance = calloc(1, sizeof *instance);
            instance->ready = 1;
        }
        pthread_mutex_unlock(&lock);
    }
    assert(instance->ready == 1); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, user, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
