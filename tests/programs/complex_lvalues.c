// CONSTRUCT: compound assignments and increments through nested lvalue expressions
// EXIT: 0
#include <assert.h>
#include <pthread.h>

struct inner {
    int v[3];
};

struct outer {
    struct inner *in;
    int pick;
};

static struct inner stores[2];
static struct outer outers[2] = {{&stores[0], 1}, {&stores[1], 2}};
static struct outer *choice[2] = {&outers[0], &outers[1]};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    long i = (long)arg;
    pthread_mutex_lock(&lock);
    (*choice[i]).in->v[choice[i]->pick--] += 5;
    ++choice[1 - i]->in->v[0];
    *(choice[i]->in->v + 0) *= 3;
    (i ? &stores[0] : &stores[1])->v[2] -= 4;
    choice[i]->in->v[1] |= 0x10;
    choice[i]->in->v[1] <<= 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, (void *)0L);
    pthread_create(&t2, NULL, work, (void *)1L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(outers[0].pick == 0 && outers[1].pick == 1);
    assert(stores[0].v[1] == 42 && stores[1].v[1] == 32);
    assert(stores[0].v[2] == -4 && stores[1].v[2] == 1);
    assert((stores[0].v[0] == 1 && stores[1].v[0] == 3) ||
           (stores[0].v[0] == 3 && stores[1].v[0] == 1));
    return 0;
}
