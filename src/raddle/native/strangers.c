/* Libraries that were compiled without hooks. Their threads and locks are recorded at the calls; what they compute in between is
 * not, so the recording names them. The system's own libraries are not worth a word: what they do for the program is known. */
#include "runtime.h"

#include <dlfcn.h>

#define MOST_STRANGERS 256

static struct {
    const void *base;
    bool noted[RD_STRANGE_KINDS];
} strangers[MOST_STRANGERS];

static const char *const words[RD_STRANGE_KINDS] = {"creates threads", "uses locks"};

static bool is_of_the_system(const char *path)
{
    static const char *const known[] = {"libc.", "libc-", "libpthread", "libstdc++", "libc++", "libgcc_s", "ld-", "libm.", "librt.",
                                        "libdl.", "libunwind", "linux-vdso"};
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(name, known[i], strlen(known[i])) == 0)
            return true;
    return false;
}

/* true: not yet noted */
static bool is_new(const void *base, enum rd_strange what)
{
    for (unsigned i = 0; i < MOST_STRANGERS; i++) {
        if (strangers[i].base && strangers[i].base != base)
            continue;
        bool known = strangers[i].base && strangers[i].noted[what];
        strangers[i].base = base;
        strangers[i].noted[what] = true;
        return !known;
    }
    return false;
}

void rd_note_stranger(const void *caller, enum rd_strange what)
{
    Dl_info info;
    char text[4096];
    if (!dladdr(caller, &info) || !info.dli_fname || is_of_the_system(info.dli_fname) || !is_new(info.dli_fbase, what))
        return;
    uint64_t path = strlen(info.dli_fname) + 1, said = strlen(words[what]);
    if (path + said > sizeof text)
        return;
    memcpy(text, info.dli_fname, path);
    memcpy(text + path, words[what], said);
    rd_write_stranger(text, path + said);
}
