// CONSTRUCT: pthread_once: initialised once, and finished before anybody goes on
#include <assert.h>
#include <pthread.h>

static int runs, data;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void) {
    runs = runs + 1;
    data = 5;
}

static void *user(void *arg) {
    (void)arg;
    pthread_once(&once, initialise);
    assert(data == 5); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, user, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(runs == 1); // HOLDS
    return 0;
}
