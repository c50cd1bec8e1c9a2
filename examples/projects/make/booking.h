#ifndef BOOKING_H
#define BOOKING_H
int book(void); /* a ticket of its own for everybody */
#endif
