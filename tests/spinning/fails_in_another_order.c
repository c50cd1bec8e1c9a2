/* Only if the second thread comes first it takes the item, and fails behind a branch that the fair run does not take. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items = 1;

static int take(void)
{
    pthread_mutex_lock(&lock);
    int taken = items;
    items = 0;
    pthread_mutex_unlock(&lock);
    return taken;
}

static void *first(void *unused)
{
    take();
    return unused;
}

static void *second(void *unused)
{
    int left = 1;
    if (take()) {
        left = take();
        assert(left == 1); /* FAILS */
    }
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
}
