// CONSTRUCT: arrays of structures of arrays of structures, indexed by shared values
// EXIT: 0
#include <assert.h>
#include <pthread.h>

struct leaf {
    short id;
    int value[3];
};

struct branch {
    struct leaf leaves[2];
    struct {
        int used;
        int next;
    } book;
};

static struct branch tree[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *put(void *arg) {
    int who = (int)(long)arg;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        struct branch *b = &tree[who & 1];
        int at = b->book.next;
        b->leaves[at / 3].value[at % 3] = who * 10 + i;
        b->leaves[at / 3].id++;
        b->book.next = (at + 1) % 6;
        b->book.used++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, put, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(tree[0].book.used == 6 && tree[0].book.next == 0);
    assert(tree[0].leaves[0].id == 3 && tree[0].leaves[1].id == 3);
    assert(tree[1].book.used == 3 && tree[1].leaves[0].value[2] == 12);
    int sum = 0;
    for (int l = 0; l < 2; l++)
        for (int v = 0; v < 3; v++)
            sum += tree[0].leaves[l].value[v];
    assert(sum == 0 + 1 + 2 + 20 + 21 + 22);
    return 0;
}
