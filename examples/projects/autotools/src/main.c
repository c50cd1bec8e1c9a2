#include "meter.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static struct meter *meter;

static void *report(void *amount)
{
    meter_add(meter, *(int *)amount);
    return NULL;
}

int main(void)
{
    int amounts[] = {3, 7};
    pthread_t threads[2];
    meter = meter_new();
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, report, &amounts[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    printf("total %d, most %d\n", meter_total(meter), meter_most(meter));
    assert(meter_total(meter) == 10);
    assert(meter_most(meter) == 7);
    meter_free(meter);
    return 0;
}
