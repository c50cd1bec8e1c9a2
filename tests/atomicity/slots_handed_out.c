// CONSTRUCT: the index is read from shared memory, and is another one for each
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>

static int used, slot[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *fill(void *arg) {
    RADDLE_ATOMIC;
    pthread_mutex_lock(&lock);
    int mine = used++; // ATOMIC
    pthread_mutex_unlock(&lock);
    slot[mine] = 1;
    slot[mine] = slot[mine] + 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, fill, NULL);
    pthread_create(&b, NULL, fill, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", slot[0], slot[1]);
    return 0;
}
