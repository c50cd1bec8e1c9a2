// CONSTRUCT: a reload clears the settings and fills them in again, while a ticker looks at its period
#include <pthread.h>
#include <string.h>

static struct settings {
    int period, offset;
} settings = {5, 1};
static int phase;

static void *ticker(void *arg) {
    (void)arg;
    phase = 23 % settings.period; // MEMORY! division
    return NULL;
}

static void *reload(void *arg) {
    (void)arg;
    memset(&settings, 0, sizeof settings);
    settings.offset = 2;
    settings.period = 10;
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
