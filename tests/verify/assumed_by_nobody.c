// VERIFY unknown no run was found in which every assumption of the program holds
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int condition);

static int progress;

static void *reader(void *arg) {
    progress = 1;
    return arg;
}

static void *updater(void *arg) {
    __VERIFIER_assume(progress == 3);
    assert(progress == 4);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, updater, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
