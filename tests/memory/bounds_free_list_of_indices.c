// CONSTRUCT: free slots are linked by their numbers, -1 is the end; two threads both saw that one was left
#include <pthread.h>
#include <stdatomic.h>

#define END -1

static int next_free[3] = {END, END, 0}, owner[3];
static atomic_int head = 0;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *releaser(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    next_free[1] = atomic_load(&head);
    atomic_store(&head, 1);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *taker(void *arg) {
    (void)arg;
    if (atomic_load(&head) == END)
        return NULL;
    pthread_mutex_lock(&lock);
    int mine = atomic_load(&head);
    owner[mine] = 1; // MEMORY! out-of-bounds
    atomic_store(&head, next_free[mine]); // SAFE nobody comes here with -1
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, releaser, NULL);
    pthread_create(&t2, NULL, taker, NULL);
    pthread_create(&t3, NULL, taker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
