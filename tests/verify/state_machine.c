// VERIFY proved
// CONSTRUCT: two threads drive one machine; each iteration goes one of three ways
#include <assert.h>
#include <pthread.h>

enum { IDLE, RUNNING, DONE };
static int state = IDLE, results;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *machine(void *arg) {
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        switch (state) {
        case IDLE:
            state = RUNNING;
            break;
        case RUNNING:
            results = results + 1;
            state = DONE;
            break;
        case DONE:
            break;
        }
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, machine, NULL);
    pthread_create(&t2, NULL, machine, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(state == DONE && results == 1);
    return 0;
}
