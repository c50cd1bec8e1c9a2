/* Two consumers wait with `while` for three items of one producer; a condition, a mutex, a broadcast at the end. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items, closed, taken;

static void *consume(void *unused)
{
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!items && !closed)
            pthread_cond_wait(&changed, &lock);
        if (!items)
            break;
        items--;
        taken++;
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t consumers[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&consumers[i], NULL, consume, NULL);
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        items++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(consumers[i], NULL);
    printf("%d\n", taken);
    return 0;
}
