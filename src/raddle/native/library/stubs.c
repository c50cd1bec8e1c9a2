/* Linked into every instrumented shared library: hooks that go on to the executable's runtime, if there is one. */
#include "../hook_table.h"

extern const struct rd_hook_table RD_HOOK_TABLE __attribute__((weak));

#define RD_STUB(name, parameters, arguments) \
    __attribute__((visibility("hidden"))) void __raddle_##name parameters \
    { \
        if (&RD_HOOK_TABLE) \
            RD_HOOK_TABLE.hook_##name arguments; \
    }

RD_HOOKS(RD_STUB)
