/* Boop_simple_vf of the verification competition's pthread-ext: a character device that counts its users. One thread
   opens it, another one unloads the driver: it releases the device as long as it is locked, then once more, and
   unregisters it, which needs a use count of zero. One opening, two releases: wrong in every order of the threads, the
   bug is sequential. Unloading waits for the end of the opener. */
// KIND: SB
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: seeds 0-5
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static int use_count;
static bool locked;
static bool registered;
static pthread_t opener, unloader;

static void register_device(void) {
    use_count = 0;
    locked = false;
    registered = true;
}

static int open_device(void) {
    if (locked)
        return -1;
    locked = true;
    use_count = use_count + 1;  // CAUSE
    return 0;
}

static void release_device(void) {
    use_count = use_count - 1;  // CAUSE
    locked = false;
}

static void unregister_device(void) {
    assert(use_count == 0);
    registered = false;
}

static void *use(void *unused) {
    (void)unused;
    if (registered)
        open_device();
    return NULL;
}

static void *unload(void *unused) {
    (void)unused;
    pthread_join(opener, NULL);
    bool in_use;
    do {
        in_use = locked;
        if (in_use)
            release_device();
    } while (in_use);
    release_device();
    unregister_device();
    return NULL;
}

int main(void) {
    register_device();
    pthread_create(&opener, NULL, use, NULL);
    pthread_create(&unloader, NULL, unload, NULL);
    pthread_join(unloader, NULL);
    return 0;
}
