/* Every access holds the lock. */
#include "office.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next = 1;

int office_next(void)
{
    pthread_mutex_lock(&lock);
    int number = next;
    pthread_mutex_unlock(&lock);
    return number;
}

void office_set_next(int number)
{
    pthread_mutex_lock(&lock);
    next = number;
    pthread_mutex_unlock(&lock);
}
