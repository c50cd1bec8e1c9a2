// Transmission 1.42, ticket 1818: tr_sessionInitFull starts the peer manager, whose timer calls allocateBandwidth
// half a second later, and only then makes h->bandwidth. Nothing but time keeps the timer from coming first, and then
// it allocates from a bandwidth that is not there. The program keeps the two accesses, one in the thread that makes
// the session, one in the event thread; what was allocated is looked at when both are done.
//
// KIND: DR
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-200
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct bandwidth {
    int limit;
};

struct session {
    struct bandwidth *bandwidth;
    struct bandwidth *allocated_from;
};

static struct bandwidth unlimited = {1 << 20};
static struct session session;

static void *session_init(void *arg)
{
    struct session *h = arg;
    h->bandwidth = &unlimited;         // CAUSE switch 1 to
    return NULL;
}

static void *bandwidth_pulse(void *arg)
{
    struct session *h = arg;
    h->allocated_from = h->bandwidth;  // CAUSE switch 1 from
    return NULL;
}

int main(void)
{
    pthread_t user, event;
    pthread_create(&user, NULL, session_init, &session);
    pthread_create(&event, NULL, bandwidth_pulse, &session);
    pthread_join(user, NULL);
    pthread_join(event, NULL);
    assert(session.allocated_from != NULL);
    return 0;
}
