/* Who calls: the program, or a library. */
#include "runtime.h"

#include <dlfcn.h>

#define REMEMBERED 256
#define MOST_LIBRARIES 1024

extern const char __executable_start[], etext[];

static struct { const char *begin, *end; } libraries[MOST_LIBRARIES]; /* instrumented ones */
static uint32_t library_count;

bool rd_is_in_program(const void *code)
{
    if ((const char *)code >= __executable_start && (const char *)code < etext)
        return true;
    uint32_t count = __atomic_load_n(&library_count, __ATOMIC_ACQUIRE);
    for (uint32_t i = 0; i < count; i++)
        if ((const char *)code >= libraries[i].begin && (const char *)code < libraries[i].end)
            return true;
    return false;
}

void rd_add_program_code(const void *begin, const void *end)
{
    if (rd_is_in_program(begin))
        return;
    if (library_count == MOST_LIBRARIES) {
        RD_SAY("too many instrumented shared libraries");
        rd_end_run(RD_OUTCOME_REFUSED);
    }
    libraries[library_count].begin = begin;
    libraries[library_count].end = end;
    __atomic_store_n(&library_count, library_count + 1, __ATOMIC_RELEASE);
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
        if (!answers[place].answer && !rd_is_in_program(caller))
            rd_note_stranger(caller, RD_LOCKS);
    }
    return answers[place].answer;
}
