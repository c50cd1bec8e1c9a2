// CONSTRUCT: structures returned by value, in registers and through a hidden pointer
// EXIT: 0
#include <assert.h>
#include <pthread.h>

struct pair {
    long first, second;
};

struct big {
    int n;
    int cell[10];
};

static struct big shared;
static struct pair ends;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct big extended(struct big b, int value) {
    b.cell[b.n++] = value;
    return b;
}

static struct pair first_last(const struct big *b) {
    return (struct pair){b->cell[0], b->cell[b->n - 1]};
}

static void *work(void *arg) {
    int value = (int)(long)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        shared = extended(shared, value + i);
        ends = first_last(&shared);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, (void *)10L);
    pthread_create(&t2, NULL, work, (void *)20L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(shared.n == 4);
    assert(ends.first == 10 || ends.first == 20);
    assert(ends.second == 11 || ends.second == 21);
    assert(shared.cell[0] + shared.cell[1] + shared.cell[2] + shared.cell[3] == 62);
    return 0;
}
