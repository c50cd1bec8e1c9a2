/* Who calls: the program, or a library. */
#include "runtime.h"

#include <dlfcn.h>

#define REMEMBERED 256

extern const char __executable_start[], etext[];

bool rd_is_in_program(const void *code)
{
    return (const char *)code >= __executable_start && (const char *)code < etext;
}

/* above all that memory.c hands out; the executable itself lies far below */
bool rd_is_library_memory(const void *address)
{
    return rd_address(address) >= RD_END_OF_FIXED_MEMORY;
}

/* Asked for calls from libraries only; the answers are remembered by the place of the call. */
bool rd_is_unwinder(const void *caller)
{
    static struct { const void *caller; bool answer; } answers[REMEMBERED];
    unsigned place = (unsigned)((uintptr_t)caller % REMEMBERED);
    if (answers[place].caller != caller) {
        Dl_info info;
        bool known = dladdr(caller, &info) && info.dli_fname;
        answers[place].answer = known && strstr(info.dli_fname, "libgcc_s");
        answers[place].caller = caller;
    }
    return answers[place].answer;
}
