// CONSTRUCT: a hand-made once: the flag is set before the work is done
#include <assert.h>
#include <pthread.h>

static int done, data;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *user(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int mine = !done;
    done = 1;
    pthread_mutex_unlock(&lock);
    if (mine)
        data = 5;
    assert(data == 5); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, user, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
