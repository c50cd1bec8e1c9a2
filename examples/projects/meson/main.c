#include "box.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static void *writer(void *unused)
{
    box_put(42);
    return unused;
}

static void *reader(void *unused)
{
    int letter;
    while (!box_take(&letter))
        sched_yield();
    assert(letter == 42);
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, writer, NULL);
    pthread_create(&other, NULL, reader, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    puts("done");
    return 0;
}
