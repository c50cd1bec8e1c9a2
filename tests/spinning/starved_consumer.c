/* Two consumers of one list of items. Whoever comes first takes all; only the second one's counter is without a lock. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 3, told;

static int take(void)
{
    pthread_mutex_lock(&lock);
    int item = left ? left-- : 0;
    pthread_mutex_unlock(&lock);
    return item;
}

static void *first(void *unused)
{
    while (take())
        ;
    return unused;
}

static void *second(void *unused)
{
    while (take())
        told++; /* RACE! */
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    int seen = told; /* RACE! */
    pthread_join(one, 0);
    pthread_join(other, 0);
    return seen > 3;
}
