// CONSTRUCT: a reservation: the seat is asked for, then taken, in two critical sections
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEATS = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int owner[SEATS];
static int sold;

static int owner_of(int seat) {
    pthread_mutex_lock(&lock);
    int who = owner[seat];
    pthread_mutex_unlock(&lock);
    return who;
}

static void sell(int seat, int customer) {
    pthread_mutex_lock(&lock);
    owner[seat] = customer;
    sold++;
    pthread_mutex_unlock(&lock);
}

static void *book(void *arg) {
    int customer = (int)(long)arg;
    for (int seat = 1; seat < SEATS; seat++) {
        if (owner_of(seat) == 0) {
            sell(seat, customer);
            break;
        }
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int taken = 0;
    pthread_create(&a, NULL, book, (void *)1);
    pthread_create(&b, NULL, book, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int seat = 0; seat < SEATS; seat++)
        taken += owner[seat] != 0;
    if (taken != sold) { // FAILS exit
        fprintf(stderr, "%d sold, %d taken\n", sold, taken);
        exit(EXIT_FAILURE);
    }
    return 0;
}
