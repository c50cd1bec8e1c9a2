// CONSTRUCT: a mutex inside a structure on the heap, one per object, freed at the end
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct counter {
    char label;
    pthread_mutex_t lock;
    long value;
};

static struct counter *new_counter(char label) {
    struct counter *c = malloc(sizeof *c);
    assert(c != NULL);
    c->label = label;
    pthread_mutex_init(&c->lock, NULL);
    c->value = 0;
    return c;
}

static void *work(void *arg) {
    struct counter **both = arg;
    for (int i = 0; i < 4; i++) {
        struct counter *c = both[i % 2];
        pthread_mutex_lock(&c->lock);
        c->value += i;
        pthread_mutex_unlock(&c->lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    struct counter *both[2] = {new_counter('a'), new_counter('b')};
    pthread_create(&t1, NULL, work, both);
    pthread_create(&t2, NULL, work, both);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(both[0]->value == 4 && both[1]->value == 8 && both[1]->label == 'b');
    for (int i = 0; i < 2; i++) {
        pthread_mutex_destroy(&both[i]->lock);
        free(both[i]);
    }
    return 0;
}
