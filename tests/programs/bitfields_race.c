// CONSTRUCT: neighbouring bit-fields written without a lock (each write rewrites the whole unit)
// EXIT: 0
#include <assert.h>
#include <pthread.h>

struct flags {
    unsigned ready : 1;
    unsigned done : 1;
};

static struct flags flags;
static int lost;

static void *set_ready(void *arg) {
    (void)arg;
    flags.ready = 1;
    return NULL;
}

static void *set_done(void *arg) {
    (void)arg;
    flags.done = 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, set_ready, NULL);
    pthread_create(&t2, NULL, set_done, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    lost = 2 - (int)(flags.ready + flags.done);
    assert(lost == 0 || lost == 1);
    return 0;
}
