// CONSTRUCT: inline assembly without operands: compiler barrier and nop
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static int ready, data, seen = -1;

static void *writer(void *arg) {
    (void)arg;
    data = 1;
    __asm__ __volatile__("" ::: "memory");
    ready = 1;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    __asm__ __volatile__("nop");
    if (ready) {
        __asm__ __volatile__("" ::: "memory");
        seen = data;
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(seen == -1 || seen == 1);
    return 0;
}
