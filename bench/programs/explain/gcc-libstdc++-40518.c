/* GCC libstdc++/40518: all empty strings share one static representation, and erase() of an empty string writes to it,
   without synchronisation: length and count anew, then marked as leaked. Another thread that is about to share the
   representation for a string of its own has tested that it is not leaked, and raises a count that by now says that it
   is. Kept: the shared empty representation, erase(), and the test and the count of a copy. */
// KIND: AV
// THREADS: 3
// TRACES: 2
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-200
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define LEAKED (-1)

struct representation {
    atomic_int references;
    int length;
    char text[1];
};

static struct representation empty;

static void set_length_and_sharable(struct representation *rep, int length) {
    rep->references = 0;
    rep->length = length;
    rep->text[length] = '\0';
}

static void erase(struct representation *rep) {
    set_length_and_sharable(rep, 0);
    rep->references = LEAKED;  // CAUSE switch 1 to, switch 2 from
}

static bool share(struct representation *rep) {
    if (rep->references < 0)  // CAUSE switch 1 from
        return false;
    atomic_fetch_add(&rep->references, 1);  // CAUSE switch 2 back
    return true;
}

static void *erase_string(void *unused) {
    (void)unused;
    erase(&empty);
    assert(empty.references == LEAKED);
    return NULL;
}

static void *copy_string(void *argument) {
    bool *shared = argument;
    *shared = share(&empty);
    return NULL;
}

int main(void) {
    pthread_t eraser, copier;
    bool shared;
    pthread_create(&copier, NULL, copy_string, &shared);
    pthread_create(&eraser, NULL, erase_string, NULL);
    pthread_join(copier, NULL);
    pthread_join(eraser, NULL);
    return 0;
}
