/* Each waits in a loop for the other: the run does not end, and nobody is blocked. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int mine, yours;

static void *wait_for_main(void *unused)
{
    while (!atomic_load(&yours)) /* SPINS main.1 */
        ;
    atomic_store(&mine, 1);
    return unused;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, wait_for_main, 0);
    while (!atomic_load(&mine)) /* SPINS main */
        ;
    atomic_store(&yours, 1);
    pthread_join(other, 0);
}
