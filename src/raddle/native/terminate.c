/* std::terminate, where an exception that nobody catches ends up: recorded at once, with the exception's type and what() in a
 * chunk of its own, whatever the program's terminate handler then does.
 *
 * The C++ library may be libstdc++ or libc++: both follow the Itanium ABI, so the type of the exception in flight, its object
 * and the virtual functions of type_info and std::exception stand at the same places. */
#include "runtime.h"

#define WEAK __attribute__((weak))
#define MOST_WORDS 1024
#define CAN_CATCH 4 /* virtual function of type_info: libstdc++'s __do_catch, libc++abi's can_catch */
#define WHAT 2      /* virtual function of std::exception */

struct type_info { const void *const *functions; const char *name; };
typedef void (*handler)(void);

extern const struct type_info *__cxa_current_exception_type(void) WEAK;
extern void _ZSt17current_exceptionv(void **found) WEAK;         /* std::current_exception */
extern void *__cxa_current_primary_exception(void) WEAK;         /* the same of libc++abi, for whoever throws */
extern handler _ZSt13get_terminatev(void) WEAK;                  /* std::get_terminate */
extern handler _ZSt13set_terminatePFvvE(handler) WEAK;           /* std::set_terminate */
extern const struct type_info _ZTISt9exception WEAK;             /* typeid(std::exception) */

bool rd_terminating;

/* Kept for good: the process ends. A library that is linked statically (zig's) has std::current_exception only in programs
 * that use it. */
static void *thrown_object(void)
{
    void *object = NULL;
    if (_ZSt17current_exceptionv)
        _ZSt17current_exceptionv(&object);
    else if (__cxa_current_primary_exception)
        object = __cxa_current_primary_exception();
    return object;
}

/* Empty where the object is no std::exception. */
static const char *what_of(const struct type_info *type)
{
    typedef bool can_catch(const struct type_info *, const struct type_info *, void **, unsigned);
    typedef const char *what(const void *);
    void *object = &_ZTISt9exception ? thrown_object() : NULL;
    if (!object || !((can_catch *)(uintptr_t)_ZTISt9exception.functions[CAN_CATCH])(&_ZTISt9exception, type, &object, 1))
        return "";
    const void *const *functions = *(const void *const *const *)object;
    const char *said = ((what *)(uintptr_t)functions[WHAT])(object);
    return said ? said : "";
}

static void keep_words(void)
{
    const struct type_info *type = __cxa_current_exception_type ? __cxa_current_exception_type() : NULL;
    const char *name = type ? type->name : "", *said = type ? what_of(type) : "";
    uint64_t first = strlen(name) + 1, second = strlen(said);
    char words[MOST_WORDS];
    if (first > sizeof words)
        return;
    if (second > sizeof words - first)
        second = sizeof words - first;
    memcpy(words, name, first);
    memcpy(words + first, said, second);
    rd_write_last_words(words, first + second);
}

static void record_it(void)
{
    struct rd_thread *thread = rd_terminating ? NULL : rd_enter();
    if (!thread)
        return;
    rd_visible(thread, RD_ABORT, 0, 0);
    rd_note_who_waits(thread);
    rd_perform(thread, RD_ABORT, 0, 0, 0, 0, 1);
    rd_terminating = true;
    struct rd_thread_page *page = rd_page;
    rd_page = NULL; /* what() may be the program's own: it is no part of the run */
    keep_words();
    rd_page = page;
    rd_set_outcome(RD_OUTCOME_ABORT);
    rd_failed();
    thread->region_depth++;
}

static void own_terminate(void)
{
    record_it();
    handler chosen = _ZSt13get_terminatev ? _ZSt13get_terminatev() : NULL;
    if (chosen)
        chosen();
    rd_real.abort();
}

void _ZSt9terminatev(void) __attribute__((weak, alias("own_terminate")));

/* ---- a C++ library that is linked statically (zig's) has its own std::terminate: there ours is the first handler */

static handler next_handler;

static void first_handler(void)
{
    record_it();
    if (next_handler)
        next_handler();
    rd_real.abort();
}

__attribute__((constructor)) static void stand_in_front(void)
{
    if (_ZSt13set_terminatePFvvE && _ZSt9terminatev != own_terminate)
        next_handler = _ZSt13set_terminatePFvvE(first_handler);
}
