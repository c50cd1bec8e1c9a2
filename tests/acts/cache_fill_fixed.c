// CHECK proved
// CONSTRUCT: a cache: a miss is computed outside of the lock and put in without a second look
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { SLOTS = 2 };

struct slot {
    bool used;
    int key;
    int value;
};

static struct slot slots[SLOTS];
static int filled;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool look(int key, int *value) {
    bool hit = false;
    for (int at = 0; at < filled; at++) {
        if (slots[at].key == key) {
            *value = slots[at].value;
            hit = true;
        }
    }
    return hit;
}

static void keep(int key, int value) {
    slots[filled].used = true;
    slots[filled].key = key;
    slots[filled].value = value;
    filled++;
}

static int square(int key) {
    int value;
    pthread_mutex_lock(&lock);
    if (!look(key, &value)) {
        value = key * key;
        keep(key, value);
    }
    pthread_mutex_unlock(&lock);
    return value;
}

static void *ask(void *arg) {
    assert(square(7) == 49);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, ask, NULL);
    pthread_create(&b, NULL, ask, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!slots[1].used);
    return 0;
}
