// MySQL: two connections write events to the binary log. Each takes the position of the log's end, writes its event
// there and moves the end behind it; nothing keeps the other connection from taking the same position in between, so
// that an event is overwritten and the end is moved once instead of twice. Table 1 names no report for this row: the
// program keeps its shape, two threads and an update of the log that is not atomic.
//
// KIND: AV
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-50
#include <assert.h>
#include <pthread.h>

#define EVENTS 2

static int binlog[2 * EVENTS];
static int log_end;

static void *connection(void *id)
{
    for (int event = 0; event < EVENTS; event++) {
        int position = log_end;       // CAUSE switch 1 from
        binlog[position] = *(int *)id;
        log_end = position + 1;       // CAUSE switch 1 to, switch 2 from, switch 2 to
    }
    return NULL;
}

int main(void)
{
    int ids[2] = {1, 2};
    pthread_t connections[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&connections[i], NULL, connection, &ids[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(connections[i], NULL);
    assert(log_end == 2 * EVENTS);
    return 0;
}
