/* Apache 21287 (mod_mem_cache): decrement_refcount() decrements the reference count of a cached object atomically, and
   then reads it again to see whether it was the last one. Two requests that give up the object together both read zero,
   and both clean it up. Kept: the decrement, the second look, the cleanup that must not come twice. */
// KIND: AV
// THREADS: 3
// TRACES: 2
// PROPERTY: assertions
// RUNS: seeds 0-60
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct cache_object {
    atomic_int refcount;
    bool complete;
    bool cleaned;
};

static struct cache_object object;

static void cleanup_cache_object(struct cache_object *obj) {
    assert(!obj->cleaned);
    obj->complete = false;
    obj->cleaned = true;
}

static void decrement_refcount(struct cache_object *obj) {
    if (!obj->complete)
        return;
    atomic_fetch_sub(&obj->refcount, 1);  // CAUSE switch 1 from, switch 1 to, switch 2 from
    if (obj->refcount == 0)  // CAUSE switch 2 back
        cleanup_cache_object(obj);
}

static void *serve_request(void *unused) {
    (void)unused;
    decrement_refcount(&object);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    object.refcount = 2;
    object.complete = true;
    object.cleaned = false;
    pthread_create(&first, NULL, serve_request, NULL);
    pthread_create(&second, NULL, serve_request, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
