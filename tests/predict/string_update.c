// CONSTRUCT: a string is changed by strcpy, and read with a library call
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char name[8] = "old";

static void *rename_it(void *arg) {
    (void)arg;
    strcpy(name, "newer");
    return NULL;
}

static void *poke(void *arg) {
    (void)arg;
    name[0] = 'O';
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, poke, NULL);
    pthread_create(&t2, NULL, rename_it, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(name[1] == 'e'); // HOLDS
    assert(name[0] == 'n'); // FAILS
    return 0;
}
