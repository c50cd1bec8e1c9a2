// CONSTRUCT: pthread_once: the others wait until the first has finished the initialisation
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs, value;
static int seen[3];

static void initialise(void) {
    runs++;
    for (int i = 0; i < 4; i++)
        value += 10;
}

static void *work(void *arg) {
    int me = (int)(long)arg;
    pthread_once(&once, initialise);
    seen[me] = value;
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(runs == 1);
    assert(seen[0] == 40 && seen[1] == 40 && seen[2] == 40);
    return 0;
}
