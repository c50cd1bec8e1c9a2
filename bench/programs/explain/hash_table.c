/* A hash table with open addressing (hash_table). Every access to the table is under its lock, but inserting looks
   for a free slot in one critical section and fills it in the next one: two keys that collide can both be given
   the same slot, and the first of them is lost. */
// KIND: AV
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: seeds 0-60
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define SLOTS 4
#define FREE 0

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table[SLOTS];

static int look(int slot) {
    pthread_mutex_lock(&lock);
    int key = table[slot];  // CAUSE switch 1 from
    pthread_mutex_unlock(&lock);
    return key;
}

static void fill(int slot, int key) {
    pthread_mutex_lock(&lock);
    table[slot] = key;  // CAUSE switch 1 to, switch 2 from, switch 2 back
    pthread_mutex_unlock(&lock);
}

static bool insert(int key) {
    for (int probe = 0; probe < SLOTS; probe++) {
        int slot = (key + probe) % SLOTS;
        if (look(slot) == FREE) {  // CAUSE
            fill(slot, key);
            return true;
        }
    }
    return false;
}

static bool contains(int key) {
    for (int probe = 0; probe < SLOTS; probe++) {
        int found = look((key + probe) % SLOTS);
        if (found == key)
            return true;
        if (found == FREE)
            return false;
    }
    return false;
}

static void *insert_key(void *argument) {
    const int *key = argument;
    insert(*key);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    int keys[] = {5, 9};
    pthread_create(&first, NULL, insert_key, &keys[0]);
    pthread_create(&second, NULL, insert_key, &keys[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(contains(keys[0]));
    assert(contains(keys[1]));
    return 0;
}
