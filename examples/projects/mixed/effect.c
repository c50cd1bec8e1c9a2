/* A plug-in: it calls back into the program. */
#include "volume.h"

static int used;

__attribute__((constructor)) static void begin(void)
{
    used = 0;
}

void effect(void)
{
    used++;
    volume_raise(2);
}
