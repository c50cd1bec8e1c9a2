// CONSTRUCT: a handle is an index and a generation, compared under the lock before the object behind it is used
#include <pthread.h>
#include <stdlib.h>

static struct slot {
    unsigned generation;
    int *object;
} slots[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *user(void *arg) {
    (void)arg;
    unsigned handle = 0;
    pthread_mutex_lock(&lock);
    if (slots[1].generation == handle)
        *slots[1].object = 4; // SAFE of this generation, it is not freed yet
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *deleter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    slots[1].generation++;
    pthread_mutex_unlock(&lock);
    free(slots[1].object); // the pointer stays where it is
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    slots[1].object = calloc(1, sizeof(int));
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, deleter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
