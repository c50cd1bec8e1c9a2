// The Bluetooth driver of Qadeer and Wu (KISS): a request of the driver looks whether the driver is being stopped and
// then counts itself as pending; the stop sets the flag, waits until nothing is pending, and releases what the driver
// holds. When the stop runs between the look and the count, it sees nothing pending, and the request works on a driver
// that is gone. The program keeps the driver's functions; a stop that finds requests pending goes away instead of
// waiting.
//
// KIND: AV
// THREADS: 3
// TRACES: 5
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-200
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct device {
    pthread_mutex_t lock;
    int pending_io;
    bool stopping_flag;
    bool stopping_event;
};

static struct device device = {PTHREAD_MUTEX_INITIALIZER, 1, false, false};
static bool stopped;

static int io_increment(struct device *e)
{
    if (e->stopping_flag)      // CAUSE switch 1 from
        return -1;
    pthread_mutex_lock(&e->lock);
    e->pending_io++;           // CAUSE switch 2 to
    pthread_mutex_unlock(&e->lock);
    return 0;
}

static void io_decrement(struct device *e)
{
    pthread_mutex_lock(&e->lock);
    int pending_io = --e->pending_io;  // CAUSE switch 2 from
    pthread_mutex_unlock(&e->lock);
    if (pending_io == 0)
        e->stopping_event = true;
}

static void *pnp_add(void *arg)
{
    struct device *e = arg;
    int status = io_increment(e);
    if (status == 0) {
        assert(!stopped);      // CAUSE
        io_decrement(e);
    }
    return NULL;
}

static void *pnp_stop(void *arg)
{
    struct device *e = arg;
    e->stopping_flag = true;   // CAUSE switch 1 to
    io_decrement(e);
    if (e->stopping_event)
        stopped = true;        // CAUSE
    return NULL;
}

int main(void)
{
    pthread_t adder, stopper;
    pthread_create(&adder, NULL, pnp_add, &device);
    pthread_create(&stopper, NULL, pnp_stop, &device);
    pthread_join(adder, NULL);
    pthread_join(stopper, NULL);
    return 0;
}
