// VERIFY bug
// CONSTRUCT: the claim that a thread that is created on one path is always there
#include <assert.h>
#include <pthread.h>

static int seen, order[3], place;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void note(int who) {
    pthread_mutex_lock(&lock);
    order[place] = who;
    place = place + 1;
    pthread_mutex_unlock(&lock);
}

static void *grandchild(void *arg) {
    note(2);
    return arg;
}

static void *child(void *arg) {
    pthread_t mine;
    note(1);
    if (order[0] == 1) {
        pthread_create(&mine, NULL, grandchild, NULL);
        pthread_join(mine, NULL);
        seen = 1;
    }
    return arg;
}

static void *other(void *arg) {
    note(3);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, child, NULL);
    pthread_create(&t2, NULL, other, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(place == 2 + seen);
    assert(order[2] != 2 || order[1] == 3);
    assert(seen); // FAILS
    return 0;
}
