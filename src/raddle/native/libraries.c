/* Modules of the executable and of shared libraries make themselves known here; what is loaded stays loaded. */
#include "runtime.h"

#include <dlfcn.h>
#include <link.h>
#include <limits.h>

#define MOST_MODULES 65536

#if __has_attribute(musttail)
#define TAIL_CALL __attribute__((musttail))
#else
#define TAIL_CALL
#endif

extern const char __start_raddle_sites[] __attribute__((weak, visibility("hidden")));
extern const char __stop_raddle_sites[] __attribute__((weak, visibility("hidden")));

/* site ids that library modules have taken; the executable's are 0 up to the size of its section */
static struct { uint32_t base, count; } taken[MOST_MODULES];
static uint32_t taken_count;

static const struct rd_module *modules[MOST_MODULES];
static uint32_t module_count;

static void add_module(const struct rd_module *module)
{
    if (module_count == MOST_MODULES) {
        RD_SAY("too many modules");
        rd_end_run(RD_OUTCOME_REFUSED);
    }
    rd_note_stream_locks(module);
    modules[module_count] = module;
    __atomic_store_n(&module_count, module_count + 1, __ATOMIC_RELEASE);
}

bool rd_is_own_variable(const void *variable)
{
    uint32_t count = __atomic_load_n(&module_count, __ATOMIC_ACQUIRE);
    for (uint32_t i = 0; i < count; i++)
        for (uint64_t j = 0; j < modules[i]->address_count; j++)
            if (modules[i]->addresses[j] == variable)
                return true;
    return false;
}

static void refuse(const char *file, const char *why)
{
    RD_SAY(file, ": ", why);
    rd_end_run(RD_OUTCOME_REFUSED);
}

/* modulo 2^32 */
static bool overlaps(uint32_t base, uint32_t count, uint32_t other, uint32_t other_count)
{
    return (uint32_t)(other - base) < count || (uint32_t)(base - other) < other_count;
}

static void take_sites(const char *file, uint32_t base, uint32_t count)
{
    bool free = !overlaps(base, count, 0, (uint32_t)(__stop_raddle_sites - __start_raddle_sites));
    for (uint32_t i = 0; free && i < taken_count; i++)
        free = !overlaps(base, count, taken[i].base, taken[i].count);
    if (!free || base + count < base)
        refuse(file, "lies in memory where its site ids would be those of another module");
    if (taken_count == MOST_MODULES)
        refuse(file, "too many modules in shared libraries");
    taken[taken_count].base = base;
    taken[taken_count++].count = count;
}

static int find_code(struct dl_phdr_info *info, size_t size, void *wanted)
{
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uint64_t begin = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && rd_address(wanted) >= begin && rd_address(wanted) < begin + part->p_memsz)
            for (int j = 0; j < info->dlpi_phnum; j++) {
                const ElfW(Phdr) *code = &info->dlpi_phdr[j];
                begin = info->dlpi_addr + code->p_vaddr;
                if (code->p_type == PT_LOAD && code->p_flags & PF_X)
                    rd_add_program_code((const void *)begin, (const void *)(begin + code->p_memsz));
            }
    }
    return 0;
}

/* A thread that the runtime does not control may load a library too: what it runs is not recorded, but others may call it. */
void __raddle_module(const struct rd_module *module)
{
    static uint32_t lock;
    static char file[PATH_MAX];
    if (rd_mode != RD_MODE_ON)
        return;
    uint32_t base = (uint32_t)(module->sites - __start_raddle_sites);
    if (module->sites >= __start_raddle_sites && module->sites < __stop_raddle_sites) {
        add_module(module);
        rd_write_module(module, base, "");
        rd_note_files();
        return;
    }
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
        RD_SYSCALL0(SYS_sched_yield);
    Dl_info info;
    if (!dladdr(module, &info) || !info.dli_fname || !realpath(info.dli_fname, file))
        refuse("a shared library", "the file it came from is not known");
    take_sites(file, base, (uint32_t)module->site_count);
    dl_iterate_phdr(find_code, (void *)(uintptr_t)module);
    add_module(module);
    rd_write_module(module, base, file);
    rd_note_files();
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

/* POSIX lets dlclose do nothing. What a library's sites and addresses mean must stay the same to the end of the run. */
__attribute__((weak)) int dlclose(void *handle)
{
    static int (*real)(void *);
    if (rd_page)
        return 0;
    if (!real)
        real = (int (*)(void *))(uintptr_t)dlsym(RTLD_NEXT, "dlclose");
    return real(handle);
}

/* With RTLD_DEEPBIND a library would find libc's threads and locks before ours. A tail call: the loader looks at who calls. */
__attribute__((weak)) void *dlopen(const char *file, int mode)
{
    static void *(*real)(const char *, int);
    if (!real)
        real = (void *(*)(const char *, int))(uintptr_t)dlsym(RTLD_NEXT, "dlopen");
    if (rd_page)
        mode &= ~RTLD_DEEPBIND;
    TAIL_CALL return real(file, mode);
}
