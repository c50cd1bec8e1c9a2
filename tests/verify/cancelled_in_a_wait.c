// VERIFY unknown a cancellation comes where it came
// CONSTRUCT: a thread is cancelled while it waits at a condition, gets its lock back, and lets go of it in its handler
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int items;

static void let_go(void *held)
{
    pthread_mutex_unlock(held);
}

static void *wait_for_items(void *arg)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(let_go, &lock);
    while (!items)
        pthread_cond_wait(&ready, &lock);
    pthread_cleanup_pop(1);
    return arg;
}

int main(void)
{
    pthread_t waiter;
    pthread_create(&waiter, NULL, wait_for_items, NULL);
    pthread_cancel(waiter);
    pthread_join(waiter, NULL);
    pthread_mutex_lock(&lock);
    items = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}
