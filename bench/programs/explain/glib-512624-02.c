/* GLib 512624: the test of thread pools counts the tasks that are still to be done. Pool threads take a task off the
   count under a lock, but the thread that pushes tasks adds to it without the lock: an addition or a subtraction is
   lost. Kept: the pushing thread, two pool threads, the lock that only one side takes. */
// KIND: AV
// THREADS: 3
// TRACES: 2
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-60
#include <assert.h>
#include <pthread.h>

#define TASKS 2

static pthread_mutex_t thread_counter_pools = PTHREAD_MUTEX_INITIALIZER;
static unsigned absolute_thread_counter;
static unsigned running_thread_counter;
static unsigned leftover_task_counter;
static pthread_t pool[TASKS];

static void *run_task(void *unused) {
    (void)unused;
    pthread_mutex_lock(&thread_counter_pools);
    absolute_thread_counter++;
    running_thread_counter++;
    pthread_mutex_unlock(&thread_counter_pools);
    pthread_mutex_lock(&thread_counter_pools);
    running_thread_counter--;
    leftover_task_counter--;  // CAUSE switch 1 to, switch 2 from
    pthread_mutex_unlock(&thread_counter_pools);
    return NULL;
}

static void push(int task) {
    pthread_create(&pool[task], NULL, run_task, NULL);
}

static void wait_for_pool(void) {
    for (int task = 0; task < TASKS; task++)
        pthread_join(pool[task], NULL);
}

int main(void) {
    for (int task = 0; task < TASKS; task++) {
        push(task);
        leftover_task_counter++;  // CAUSE switch 1 from, switch 2 to
    }
    wait_for_pool();
    assert(leftover_task_counter == 0);
    return 0;
}
