// VERIFY proved
// CONSTRUCT: keys that fall into the same place of a hash table
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int table[3];

static void *insert(void *arg) {
    int key = (int)(long)arg, at = key % 3;
    for (int tries = 0; tries < 3; tries++) {
        int empty = 0;
        if (atomic_compare_exchange_strong(&table[at], &empty, key)) return arg;
        at = (at + 1) % 3;
    }
    assert(0);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, insert, (void *)1);
    pthread_create(&t2, NULL, insert, (void *)4);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(table[0] + table[1] + table[2] == 5);
    return 0;
}
