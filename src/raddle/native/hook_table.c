/* The table that instrumented shared libraries look for. */
#include "hook_table.h"

extern const struct rd_hook_table RD_HOOK_TABLE;

#define RD_ENTRY(name, parameters, arguments) .hook_##name = __raddle_##name,
const struct rd_hook_table RD_HOOK_TABLE = {RD_HOOKS(RD_ENTRY)};
