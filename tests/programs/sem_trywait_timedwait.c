// CONSTRUCT: sem_trywait, sem_timedwait (time-out and success) and sem_getvalue
// EXIT: 0
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t tokens, never;
static int got, refused, late;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *take(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        int ok = sem_trywait(&tokens) == 0;
        int why = ok ? 0 : errno;
        pthread_mutex_lock(&lock);
        got += ok;
        refused += why == EAGAIN;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *wait_in_vain(void *arg) {
    (void)arg;
    struct timespec until = {1, 0}; /* long past */
    late = sem_timedwait(&never, &until) == -1 && errno == ETIMEDOUT;
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    struct timespec far;
    int value;
    sem_init(&tokens, 0, 3);
    sem_init(&never, 0, 0);
    pthread_create(&t1, NULL, take, NULL);
    pthread_create(&t2, NULL, take, NULL);
    pthread_create(&t3, NULL, wait_in_vain, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(got == 3 && refused == 1 && late);
    sem_post(&never);
    clock_gettime(CLOCK_REALTIME, &far);
    far.tv_sec += 60;
    assert(sem_timedwait(&never, &far) == 0);
    assert(sem_getvalue(&tokens, &value) == 0 && value == 0);
    return 0;
}
