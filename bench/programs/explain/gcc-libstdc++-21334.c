/* GCC libstdc++/21334: begin() of a reference-counted std::string marks the representation as leaked (count -1) if
   nobody shares it; the test and the mark are not one step. A copy that is made between them raises the count, the mark
   wipes that out, and the copy's destructor takes itself for the last owner and deletes what the iterator points into
   (a). The copy has such a gap too: it tests for the mark, and then raises the count (b). Kept: the count, the tests,
   the mark, copy and destructor, the deletion as a flag; what would be cloned is left alone. */
// KIND: OV
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: seeds 0-120
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define LEAKED (-1)

struct representation {
    atomic_int references;
    bool deleted;
    char text[8];
};

static struct representation text = {0, false, "to"};

static char *begin(struct representation *rep) {
    if (rep->references > 0)  // CAUSE a switch 1 from
        return NULL;
    rep->references = LEAKED;  // CAUSE switch 3 from, a switch 2 back, b switch 1 to, b switch 2 from
    return rep->text;
}

static struct representation *copy(struct representation *rep) {
    if (rep->references == LEAKED)  // CAUSE b switch 1 from
        return NULL;
    atomic_fetch_add(&rep->references, 1);  // CAUSE a switch 1 to, a switch 2 from, b switch 2 back
    return rep;
}

static void destroy(struct representation *rep) {
    if (atomic_fetch_sub(&rep->references, 1) <= 0)  // CAUSE switch 3 to
        rep->deleted = true;  // CAUSE switch 4 from
}

static void *iterate(void *unused) {
    (void)unused;
    char *first = begin(&text);
    if (first) {
        assert(!text.deleted);  // CAUSE switch 4 to
        *first = 'T';
    }
    return NULL;
}

static void *make_copy(void *unused) {
    (void)unused;
    struct representation *mine = copy(&text);
    if (mine)
        destroy(mine);
    return NULL;
}

int main(void) {
    pthread_t copier, iterator;
    pthread_create(&copier, NULL, make_copy, NULL);
    pthread_create(&iterator, NULL, iterate, NULL);
    pthread_join(copier, NULL);
    pthread_join(iterator, NULL);
    return 0;
}
