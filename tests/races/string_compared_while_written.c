// CONSTRUCT: a state is compared as a string while it is replaced
#include <pthread.h>
#include <string.h>

static char state[8] = "idle";
static int is_busy;

static void *changer(void *arg) {
    (void)arg;
    memcpy(state, "busy", 5); // RACE!
    return NULL;
}

static void *asker(void *arg) {
    (void)arg;
    is_busy = strcmp(state, "busy") == 0; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, changer, NULL);
    pthread_create(&t2, NULL, asker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
