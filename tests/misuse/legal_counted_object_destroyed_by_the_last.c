// VERIFY: proved
// CONSTRUCT: the last user of a reference-counted object destroys the mutex in it, after its unlock
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t lock;
    int users, value;
};

static void drop(struct object *o) {
    pthread_mutex_lock(&o->lock);
    int left = --o->users;
    pthread_mutex_unlock(&o->lock);
    if (left == 0) {
        pthread_mutex_destroy(&o->lock);
        free(o);
    }
}

static void *user(void *given) {
    struct object *o = given;
    pthread_mutex_lock(&o->lock);
    o->value++;
    assert(o->value <= 2);
    pthread_mutex_unlock(&o->lock);
    drop(o);
    return NULL;
}

int main(void) {
    struct object *o = malloc(sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    o->users = 2;
    o->value = 0;
    pthread_t other;
    pthread_create(&other, NULL, user, o);
    user(o);
    pthread_join(other, NULL);
    return 0;
}
