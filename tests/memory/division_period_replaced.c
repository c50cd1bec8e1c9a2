// CONSTRUCT: a reload replaces the settings as they are: each field goes from one good value to another
#include <pthread.h>

static struct settings {
    int period, offset;
} settings = {5, 1};
static int phase;

static void *ticker(void *arg) {
    (void)arg;
    phase = 23 % settings.period; // SAFE old or new
    return NULL;
}

static void *reload(void *arg) {
    (void)arg;
    struct settings fresh = {10, 2};
    settings = fresh;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, ticker, NULL);
    pthread_create(&t2, NULL, reload, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
