// Mozilla bug 61369: nsThread::Init stores what PR_CreateThread returns in mThread. The new thread may run before it
// is stored, and works with mThread, which is still null. The program keeps the two accesses. The new thread only notes
// which thread it is taken for, so that both happen in every run; what it noted is looked at in the end.
//
// KIND: OV
// THREADS: 2
// TRACES: 1
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-200
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct pr_thread {
    pthread_t id;
    void *(*routine)(void *);
};

static struct pr_thread record;
static struct pr_thread *m_thread;
static struct pr_thread *running;

static void *m_main(void *arg)
{
    running = m_thread;                // CAUSE switch 1 from
    return arg;
}

static struct pr_thread *create_thread(void *(*routine)(void *))
{
    record.routine = routine;
    pthread_create(&record.id, NULL, record.routine, NULL);
    return &record;
}

int main(void)
{
    m_thread = create_thread(m_main);  // CAUSE switch 1 to
    pthread_join(record.id, NULL);
    assert(running != NULL);
    return 0;
}
