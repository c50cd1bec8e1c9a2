// A reader/writer lock of the literature on thread-modular verification (Flanagan, Freund, Qadeer): taking it is one
// step, but a reader leaves by reading the number of readers and writing it back less one. A reader that enters in
// between is not counted any more, and a writer gets in beside it. The program keeps the lock with two readers and two
// writers; who cannot have the lock goes away instead of waiting.
//
// KIND: AV
// THREADS: 5
// TRACES: 1
// PROPERTY: assertions
// RUNS: check
// RUNS: check seeds 0-10
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define WRITERS 2
#define READERS 2

static pthread_mutex_t step = PTHREAD_MUTEX_INITIALIZER;
static int writing;
static int readers;
static int x;

static bool take_write_lock(void)
{
    pthread_mutex_lock(&step);
    bool taken = writing == 0 && readers == 0;  // CAUSE switch 3 to
    if (taken)
        writing = 1;
    pthread_mutex_unlock(&step);
    return taken;
}

static void drop_write_lock(void)
{
    writing = 0;
}

static bool take_read_lock(void)
{
    pthread_mutex_lock(&step);
    bool taken = writing == 0;
    if (taken)
        readers = readers + 1;  // CAUSE switch 1 to, switch 2 from
    pthread_mutex_unlock(&step);
    return taken;
}

static void drop_read_lock(void)
{
    int left = readers - 1;  // CAUSE switch 1 from
    readers = left;          // CAUSE switch 2 to, switch 3 from
}

static void *writer(void *value)
{
    if (!take_write_lock())
        return NULL;
    x = *(int *)value;  // CAUSE
    drop_write_lock();
    return NULL;
}

static void *reader(void *seen)
{
    if (!take_read_lock())
        return NULL;
    int *y = seen;
    *y = x;           // CAUSE
    assert(*y == x);  // CAUSE
    drop_read_lock();
    return NULL;
}

int main(void)
{
    int values[WRITERS] = {3, 4}, seen[READERS];
    pthread_t writers[WRITERS], lookers[READERS];
    for (int i = 0; i < WRITERS; i++)
        pthread_create(&writers[i], NULL, writer, &values[i]);
    for (int i = 0; i < READERS; i++)
        pthread_create(&lookers[i], NULL, reader, &seen[i]);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(writers[i], NULL);
    for (int i = 0; i < READERS; i++)
        pthread_join(lookers[i], NULL);
    return 0;
}
