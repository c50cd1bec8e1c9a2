/* Registering what runs when the process ends. The program's own handlers come into the list that is instrumented as the
 * program is (program/exit_handlers.c); those of libraries stay in libc's. */
#include "exit_handlers.h"
#include "runtime.h"

typedef void (*with_object)(void *);
typedef void (*with_status)(int, void *);

/* no header declares these */
int __cxa_atexit(with_object function, void *object, void *library);
int __cxa_at_quick_exit(with_object function, void *library);
extern void *__dso_handle __attribute__((visibility("hidden")));

#define WEAK __attribute__((weak))

/* A function of an instrumented module; what libraries register before the program itself is known stays with libc. */
static bool is_followed(const void *function)
{
    return rd_enter() && rd_is_in_program(function) && rd_is_own_variable(function)
           && rd_is_own_variable((const void *)(uintptr_t)raddled_add_handler);
}

WEAK int __cxa_atexit(with_object function, void *object, void *library)
{
    if (is_followed((void *)(uintptr_t)function))
        return raddled_add_handler((void *)(uintptr_t)function, object, RD_TAKES_OBJECT, RD_AT_EXIT);
    return rd_real_atexit(function, object, library);
}

WEAK int atexit(void (*function)(void))
{
    if (is_followed((void *)(uintptr_t)function))
        return raddled_add_handler((void *)(uintptr_t)function, NULL, RD_TAKES_NOTHING, RD_AT_EXIT);
    return rd_real_atexit((with_object)(uintptr_t)function, NULL, &__dso_handle);
}

WEAK int on_exit(with_status function, void *argument)
{
    if (is_followed((void *)(uintptr_t)function))
        return raddled_add_handler((void *)(uintptr_t)function, argument, RD_TAKES_STATUS, RD_AT_EXIT);
    return rd_real.on_exit(function, argument);
}

WEAK int at_quick_exit(void (*function)(void))
{
    if (is_followed((void *)(uintptr_t)function))
        return raddled_add_handler((void *)(uintptr_t)function, NULL, RD_TAKES_NOTHING, RD_AT_QUICK_EXIT);
    return rd_real_at_quick_exit((with_object)(uintptr_t)function, &__dso_handle);
}

WEAK int __cxa_at_quick_exit(with_object function, void *library)
{
    if (is_followed((void *)(uintptr_t)function))
        return raddled_add_handler((void *)(uintptr_t)function, NULL, RD_TAKES_OBJECT, RD_AT_QUICK_EXIT);
    return rd_real_at_quick_exit(function, library);
}

/* ---- what is left when the last thread has ended */

typedef void (*plain)(void);
extern const plain __fini_array_start[] __attribute__((weak, visibility("hidden")));
extern const plain __fini_array_end[] __attribute__((weak, visibility("hidden")));

bool rd_handlers_are_left(void)
{
    bool any = raddled_has_handlers();
    for (const plain *entry = __fini_array_start; entry < __fini_array_end && !any; entry++)
        any = rd_is_own_variable((const void *)(uintptr_t)*entry);
    return any;
}

/* ---- libc's own list: what was registered first runs last, behind the destructors of all libraries */

static void last_of_all(int status, void *unused)
{
    (void)unused;
    struct rd_thread *thread = rd_enter();
    if (thread)
        rd_process_exit(thread, status, true);
}

static void last_of_all_quickly(void *unused)
{
    last_of_all(rd_quick_status, unused);
}

void rd_stand_behind_all_handlers(void)
{
    rd_real.on_exit(last_of_all, NULL);
    rd_real_at_quick_exit(last_of_all_quickly, NULL);
}
