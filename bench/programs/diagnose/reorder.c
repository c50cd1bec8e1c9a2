/* The reorder test of the Inspect suite as the verification competition has it: threads set a and then b, another one
   checks that it sees both or none of it, and asks for each again. Three setting threads and a checking one. */
// KIND: OV
// THREADS: 5
// DIAGNOSE concurrency
// NAMES: set_a, set_b, check
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define SETTERS 3

static int a;
static int b;

static void *set(void *arg) {
    a = 1;   // AT set_a
    b = -1;  // AT set_b
    return arg;
}

static void *check(void *arg) {
    assert((a == 0 && b == 0) || (a == 1 && b == -1));  // AT check // FAILS
    return arg;
}

int main(void) {
    pthread_t setters[SETTERS], checker;
    for (int number = 0; number < SETTERS; number++)
        pthread_create(&setters[number], NULL, set, NULL);
    pthread_create(&checker, NULL, check, NULL);
    for (int number = 0; number < SETTERS; number++)
        pthread_join(setters[number], NULL);
    pthread_join(checker, NULL);
    return 0;
}
