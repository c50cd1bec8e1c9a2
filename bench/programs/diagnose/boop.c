/* Boop of the verification competition's pthread-ext, the device whose driver is unloaded while somebody opens it: the
   unloader looks at the use count and then unregisters the device; the opener looks at the device and then raises the
   count. If each looks before the other acts, an open device is gone. (The program of that name for `explain` fails in
   every order of the threads.) */
// KIND: AV
// THREADS: 3
// DIAGNOSE concurrency
// CAUSE: look -> gone, count -> open, gone -> use
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static int use_count;
static bool registered;

static void *open_device(void *arg) {
    if (registered) {               // AT look
        use_count = use_count + 1;  // AT open
        assert(registered);         // AT use // FAILS
        use_count = use_count - 1;
    }
    return arg;
}

static void *unload_driver(void *arg) {
    if (use_count == 0)      // AT count
        registered = false;  // AT gone
    return arg;
}

int main(void) {
    pthread_t opener, unloader;
    registered = true;
    pthread_create(&opener, NULL, open_device, NULL);
    pthread_create(&unloader, NULL, unload_driver, NULL);
    pthread_join(opener, NULL);
    pthread_join(unloader, NULL);
    return 0;
}
