// CHECK none
// VERIFY proved
/* Each raises its flag and looks at the other's. In no order of these accesses does neither see the other; with relaxed
 * atomics a machine may let it happen all the same, so that the proof is one of sequentially consistent executions. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int raised[2];
static int seen[2];

static void *meet(void *own)
{
    int me = *(int *)own;
    atomic_store_explicit(&raised[me], 1, memory_order_relaxed);
    seen[me] = atomic_load_explicit(&raised[1 - me], memory_order_relaxed);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int own[2] = {0, 1};
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, meet, &own[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return seen[0] + seen[1] == 0;
}
