#ifndef SHARED_H
#define SHARED_H

#include <pthread.h>

extern int total;
extern pthread_mutex_t total_lock;

void add_to_total(int amount);
int calls_of_add(void);

#endif
