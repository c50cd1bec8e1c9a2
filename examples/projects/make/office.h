#ifndef OFFICE_H
#define OFFICE_H
int office_next(void); /* the number of the next ticket */
void office_set_next(int number);
#endif
