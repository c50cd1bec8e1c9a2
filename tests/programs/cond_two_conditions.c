// CONSTRUCT: two condition variables on one mutex: strict alternation of two threads
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t even = PTHREAD_COND_INITIALIZER, odd = PTHREAD_COND_INITIALIZER;
static int number;
static int log_[6];

static void *count(void *arg) {
    int parity = (int)(long)arg;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        while (number % 2 != parity)
            pthread_cond_wait(parity ? &odd : &even, &lock);
        log_[number] = parity;
        number++;
        pthread_cond_signal(parity ? &even : &odd);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, count, (void *)0L);
    pthread_create(&t2, NULL, count, (void *)1L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(number == 6);
    for (int i = 0; i < 6; i++)
        assert(log_[i] == i % 2);
    return 0;
}
