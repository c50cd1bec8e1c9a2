// CONSTRUCT: double-checked locking: the object is complete before the pointer is set
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct object {
    int ready;
};

static struct object *instance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int made;

static void *user(void *arg) {
    (void)arg;
    if (instance == NULL) {
        pthread_mutex_lock(&lock);
        if (instance == NULL) {
            struct object *object = malloc(sizeof *object);
            object->ready = 1;
            made = made + 1;
            instance = object;
        }
        pthread_mutex_unlock(&lock);
    }
    assert(instance->ready == 1); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, user, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(made == 1); // HOLDS
    return 0;
}
