/* longjmp: as it is, except out of a handler of a fault, which the recording does not follow. The mask may change by it. */
#include "runtime.h"

#include <setjmp.h>

static void look(const struct __jmp_buf_tag *place)
{
    if (rd_page && place->__mask_was_saved)
        memcpy(&rd_self->signals.blocked, &place->__saved_mask, sizeof rd_self->signals.blocked);
    if (!rd_fault_is_handled || rd_mode != RD_MODE_ON)
        return;
    RD_SAY("longjmp out of a handler of a fault is not supported: the run ends here");
    rd_end_run(RD_OUTCOME_REFUSED);
}

void longjmp(jmp_buf place, int value)
{
    look(place);
    rd_real.longjmp(place, value);
    __builtin_unreachable();
}

void _longjmp(jmp_buf place, int value)
{
    look(place);
    rd_real._longjmp(place, value);
    __builtin_unreachable();
}

void siglongjmp(sigjmp_buf place, int value)
{
    look(place);
    rd_real.siglongjmp(place, value);
    __builtin_unreachable();
}
