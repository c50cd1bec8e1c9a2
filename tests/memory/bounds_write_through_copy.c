// CONSTRUCT: memset begins at an index that another thread moves on
#include <pthread.h>
#include <string.h>

static char row[16];
static int from = 4;

static void *clear(void *arg) {
    (void)arg;
    memset(&row[from], 0, 8); // MEMORY! out-of-bounds
    return NULL;
}

static void *shift(void *arg) {
    (void)arg;
    from += 8;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, clear, NULL);
    pthread_create(&t2, NULL, shift, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
