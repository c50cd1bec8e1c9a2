/* The hooks of hooks.h as a table: how instrumented code in a shared library reaches the runtime, which lives in the executable.
 *
 * The executable exports the table; a library refers to it weakly and calls through stubs of its own (library/stubs.c). So a
 * library links with -z defs, keeps its hooks whatever a version script or -Bsymbolic makes local, and does nothing at all in a
 * process without the table. Any change of the list changes the number in the table's name: the two sides find each other only
 * when they agree. */
#ifndef RADDLE_HOOK_TABLE_H
#define RADDLE_HOOK_TABLE_H
#include "hooks.h"

#define RD_HOOK_TABLE __raddle_hooks_2

#define RD_HOOKS(X) \
    X(module, (const struct rd_module *module), (module)) \
    X(block, (rd_site label), (label)) \
    X(return, (rd_site call), (call)) \
    X(value, (uint64_t value), (value)) \
    X(slot, (void *address, uint64_t n), (address, n)) \
    X(load1, (const void *p), (p)) \
    X(load2, (const void *p), (p)) \
    X(load4, (const void *p), (p)) \
    X(load8, (const void *p), (p)) \
    X(load_bytes, (const void *p, uint64_t n), (p, n)) \
    X(store1, (void *p, uint64_t value), (p, value)) \
    X(store2, (void *p, uint64_t value), (p, value)) \
    X(store4, (void *p, uint64_t value), (p, value)) \
    X(store8, (void *p, uint64_t value), (p, value)) \
    X(store_bytes, (void *p, uint64_t n), (p, n)) \
    X(stored_bytes, (void *p, uint64_t n), (p, n)) \
    X(rmw1, (void *p), (p)) \
    X(rmw2, (void *p), (p)) \
    X(rmw4, (void *p), (p)) \
    X(rmw8, (void *p), (p)) \
    X(rmw_bytes, (void *p, uint64_t n), (p, n)) \
    X(copy, (void *to, const void *from, uint64_t n), (to, from, n)) \
    X(fill, (void *to, uint64_t byte, uint64_t n), (to, byte, n)) \
    X(fence, (void), ()) \
    X(region_begin, (void), ()) \
    X(region_end, (void), ()) \
    X(before_call, (uint32_t function, uint64_t a, uint64_t b, uint64_t c, uint64_t d), (function, a, b, c, d)) \
    X(after_call, (uint32_t function, uint64_t result, uint64_t a, uint64_t b, uint64_t c, uint64_t d), \
      (function, result, a, b, c, d))

struct rd_hook_table {
#define RD_MEMBER(name, parameters, arguments) void(*hook_##name) parameters;
    RD_HOOKS(RD_MEMBER)
#undef RD_MEMBER
};

#endif
