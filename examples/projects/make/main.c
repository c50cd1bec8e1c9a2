#include "booking.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

enum { CUSTOMERS = 2 };

static int tickets[CUSTOMERS];

static void *customer(void *ticket)
{
    *(int *)ticket = book();
    return NULL;
}

int main(void)
{
    pthread_t threads[CUSTOMERS];
    for (int i = 0; i < CUSTOMERS; i++)
        pthread_create(&threads[i], NULL, customer, &tickets[i]);
    for (int i = 0; i < CUSTOMERS; i++)
        pthread_join(threads[i], NULL);
    printf("tickets %d and %d\n", tickets[0], tickets[1]);
    assert(tickets[0] != tickets[1]);
    return 0;
}
