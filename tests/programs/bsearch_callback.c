// CONSTRUCT: bsearch with a callback over a table that another thread extends
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct entry {
    int key;
    int value;
};

static struct entry table[8] = {{1, 10}, {3, 30}, {5, 50}, {7, 70}};
static size_t used = 4;
static int found, missing;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int compare(const void *a, const void *b) {
    return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}

static void *append(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    table[used].key = 9;
    table[used].value = 90;
    used++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *lookup(void *arg) {
    (void)arg;
    struct entry wanted = {5, 0}, late = {9, 0};
    pthread_mutex_lock(&lock);
    struct entry *hit = bsearch(&wanted, table, used, sizeof table[0], compare);
    found = hit ? hit->value : -1;
    missing = bsearch(&late, table, used, sizeof table[0], compare) == NULL;
    assert(missing == (used == 4));
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, append, NULL);
    pthread_create(&t2, NULL, lookup, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(found == 50);
    return 0;
}
