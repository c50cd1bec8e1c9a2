#ifndef METER_H
#define METER_H
/* A meter counts what several threads report, and remembers the most that was reported at once. */
struct meter;
struct meter *meter_new(void);
void meter_add(struct meter *meter, int amount);
int meter_total(struct meter *meter);
int meter_most(struct meter *meter);
void meter_free(struct meter *meter);
#endif
