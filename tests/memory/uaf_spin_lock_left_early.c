// CONSTRUCT: the statistics of a closing channel are read after its spin lock was let go
#include <pthread.h>
#include <stdlib.h>

struct channel {
    int sent;
};

static struct channel *channel;
static pthread_spinlock_t lock;
static int total;

static void *statistics(void *arg) {
    (void)arg;
    pthread_spin_lock(&lock);
    struct channel *mine = channel;
    int closed = mine == NULL;
    pthread_spin_unlock(&lock);
    if (!closed)
        total += mine->sent; // MEMORY! use-after-free
    return NULL;
}

static void *close_it(void *arg) {
    (void)arg;
    pthread_spin_lock(&lock);
    free(channel);
    channel = NULL;
    pthread_spin_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    channel = calloc(1, sizeof *channel);
    pthread_create(&t1, NULL, statistics, NULL);
    pthread_create(&t2, NULL, close_it, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
