// CONSTRUCT: from a reader's lock to a writer's: what was seen as a reader need not be so any more
#include <assert.h>
#include <pthread.h>

enum { CAPACITY = 2 };

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int rows[CAPACITY];
static int used = 1;

static int has_room(void) {
    pthread_rwlock_rdlock(&lock);
    int room = used < CAPACITY;
    pthread_rwlock_unlock(&lock);
    return room;
}

static void append(int row) {
    pthread_rwlock_wrlock(&lock);
    assert(used < CAPACITY); // FAILS assertion
    rows[used++] = row;
    pthread_rwlock_unlock(&lock);
}

static void *insert(void *arg) {
    if (has_room())
        append((int)(long)arg);
    return NULL;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, insert, (void *)10);
    pthread_create(&two, NULL, insert, (void *)20);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(rows[1] == 10 || rows[1] == 20);
    return 0;
}
