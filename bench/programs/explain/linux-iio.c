/* Linux, industrial I/O: a trigger counts in use_count the consumers that it has woken up; each of them says when it is
   done, and the last one re-enables the trigger. The count was lowered without protection (fixed by an atomic counter):
   two consumers that are done together lower it once, it is stuck above zero, and the trigger never fires again. */
// KIND: DR
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: seeds 0-60
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define CONSUMERS 2

struct consumer {
    bool enabled;
    int samples;
    pthread_t handler;
};

struct trigger {
    int use_count;
    int enabled_again;
    struct consumer consumers[CONSUMERS];
};

static struct trigger trigger;

static void notify_done(struct trigger *trig) {
    trig->use_count--;  // CAUSE switch 1 from, switch 1 to, switch 2 from, switch 2 back
    if (trig->use_count == 0)
        trig->enabled_again++;
}

static void *handle(void *argument) {
    struct consumer *consumer = argument;
    consumer->samples++;
    notify_done(&trigger);
    return NULL;
}

static void poll(struct trigger *trig) {
    if (trig->use_count != 0)
        return;
    for (int number = 0; number < CONSUMERS; number++)
        if (trig->consumers[number].enabled)
            trig->use_count++;
    for (int number = 0; number < CONSUMERS; number++)
        if (trig->consumers[number].enabled)
            pthread_create(&trig->consumers[number].handler, NULL, handle, &trig->consumers[number]);
}

int main(void) {
    for (int number = 0; number < CONSUMERS; number++)
        trigger.consumers[number].enabled = true;
    poll(&trigger);
    for (int number = 0; number < CONSUMERS; number++)
        pthread_join(trigger.consumers[number].handler, NULL);
    assert(trigger.use_count == 0);
    return 0;
}
