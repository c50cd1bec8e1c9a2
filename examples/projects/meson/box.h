#ifndef BOX_H
#define BOX_H
#include <stdbool.h>

/* A box for one letter. */
void box_put(int letter);
bool box_take(int *letter); /* false: there is none */
#endif
