/* Nobody ever sends the signal that is waited for. */
#include <pthread.h>
#include <unistd.h>

static void *wait_for_a_signal(void *unused)
{
    pause(); /* WAITS main.1 */
    return unused;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, wait_for_a_signal, 0);
    pthread_join(other, 0); /* WAITS main */
}
