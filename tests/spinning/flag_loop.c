/* One thread does some work and says so; the other waits for that in a loop. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int cells[20];
static atomic_int ready;

static void *work(void *unused)
{
    for (int i = 0; i < 20; i++)
        cells[i] = i + 1;
    atomic_store(&ready, 1);
    return unused;
}

int main(void)
{
    pthread_t worker;
    int sum = 0;
    pthread_create(&worker, 0, work, 0);
    while (!atomic_load(&ready))
        ;
    for (int i = 0; i < 20; i++)
        sum += cells[i];
    assert(sum == 210);
    pthread_join(worker, 0);
}
