/* Between the runtime and program/exit_handlers.c, which is instrumented as the program is. */
#ifndef RADDLE_EXIT_HANDLERS_H
#define RADDLE_EXIT_HANDLERS_H

#include <stdbool.h>

enum rd_handler_takes { RD_TAKES_NOTHING, RD_TAKES_OBJECT, RD_TAKES_STATUS };
enum rd_handler_when { RD_AT_EXIT, RD_AT_QUICK_EXIT };

#pragma GCC visibility push(hidden)
int raddled_add_handler(void *function, void *argument, enum rd_handler_takes takes, enum rd_handler_when when);
void raddled_begin_ending(void); /* once for a thread; waits for ever where another one has begun */
bool raddled_has_handlers(void); /* for exit */
void raddled_run_handlers(int status, enum rd_handler_when when);
#pragma GCC visibility pop

#endif
