// CONSTRUCT: reading and advancing an index are two sections: in another order both threads get the same slot
#include <pthread.h>

static int next, slots[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int claim(void) {
    pthread_mutex_lock(&lock);
    int mine = next;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    next = mine + 1;
    pthread_mutex_unlock(&lock);
    return mine;
}

static void *first(void *arg) {
    (void)arg;
    slots[claim()] = 10; // RACE!
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    slots[claim()] = 20; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
