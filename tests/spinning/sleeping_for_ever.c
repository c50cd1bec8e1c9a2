/* One polls and sleeps in between, one yields, one waits at a lock that the first holds. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int never;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *yield(void *unused)
{
    while (!atomic_load(&never)) /* SPINS main.1 */
        sched_yield();           /* SPINS main.1 */
    return unused;
}

static void *enter(void *unused)
{
    pthread_mutex_lock(&lock); /* WAITS main.2 */
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_mutex_lock(&lock);
    pthread_create(&one, 0, yield, 0);
    pthread_create(&other, 0, enter, 0);
    while (!atomic_load(&never)) /* SPINS main */
        usleep(1000);            /* SPINS main */
    pthread_mutex_unlock(&lock);
    pthread_join(one, 0);
    pthread_join(other, 0);
}
