// CHECK proved
// CONSTRUCT: from a reader's lock to a writer's: what was seen as a reader need not be so any more
#include <assert.h>
#include <pthread.h>

enum { CAPACITY = 2 };

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int rows[CAPACITY];
static int used = 1;

static int append(int row) {
    pthread_rwlock_wrlock(&lock);
    int room = used < CAPACITY;
    if (room)
        rows[used++] = row;
    pthread_rwlock_unlock(&lock);
    return room;
}

static void *insert(void *arg) {
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
