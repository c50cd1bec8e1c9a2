/* Files under /proc tell how the run is made: who started it, its id, how long it has run. They are values from outside as ids
 * of processes are: what one says when it is opened is recorded, fed back to the same thread's next opening of that name,
 * and read from a file of our own. What is no text of a moderate size (a folder, a device, memory) is left to the kernel, and so
 * is the environment: it may hold secrets, and witnesses are sent to others. */
#include "runtime.h"

#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>

#define PREFIX "/proc/"
#define MOST_BYTES (1 << 16)
#define LEFT_TO_THE_KERNEL LONG_MIN

typedef long reader(const char *path, char *bytes); /* how many there are, or -errno, or LEFT_TO_THE_KERNEL */

static bool is_told(const char *path)
{
    const char *last = path ? strrchr(path, '/') : NULL;
    return last && strncmp(path, PREFIX, sizeof PREFIX - 1) == 0 && strcmp(last, "/environ") != 0;
}

/* a replay has told the recorded id of a process */
static const char *real_path(const char *path, char *room, size_t size)
{
    char *rest;
    long told = strtol(path + sizeof PREFIX - 1, &rest, 10);
    if (told <= 0 || told > INT_MAX || (*rest && *rest != '/'))
        return path;
    int length = snprintf(room, size, PREFIX "%d%s", (int)rd_real_process((pid_t)told), rest);
    return length > 0 && (size_t)length < size ? room : path;
}

static long read_file(const char *path, char *bytes)
{
    long descriptor = RD_SYSCALL3(SYS_open, path, O_RDONLY | O_CLOEXEC, 0);
    if (descriptor < 0)
        return descriptor;
    long size = 0, got = 1;
    while (got > 0 && size < MOST_BYTES) {
        got = RD_SYSCALL3(SYS_read, descriptor, bytes + size, MOST_BYTES - size);
        size += got > 0 ? got : 0;
    }
    RD_SYSCALL1(SYS_close, descriptor);
    return got == 0 ? size : LEFT_TO_THE_KERNEL;
}

static long read_link(const char *path, char *bytes)
{
    return RD_SYSCALL3(SYS_readlink, path, bytes, MOST_BYTES);
}

static uint64_t name_of(const char *path)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (; *path; path++)
        hash = (hash ^ (unsigned char)*path) * 1099511628211u;
    return hash;
}

/* what is fed belongs to this name, and is all there */
static bool is_fed(const struct rd_list *fed, uint64_t name)
{
    if (fed->next + 1 >= fed->used || fed->items[fed->next] != name)
        return false;
    long size = (long)fed->items[fed->next + 1];
    uint64_t words = size > 0 ? ((uint64_t)size + 7) / 8 : 0;
    return size <= MOST_BYTES && fed->next + 2 + words <= fed->used;
}

static uint64_t tell(struct rd_thread *thread, bool feeds, uint64_t live)
{
    if (feeds)
        return rd_input(thread, RD_INPUT_PROC, live);
    thread->steps.asked_outside = true;
    rd_note(thread, RD_INPUT, rd_control.any_input ? RD_FLAG_LIVE : 0, RD_INPUT_PROC, live, 0);
    return live;
}

static long said(struct rd_thread *thread, const char *path, reader *reads, char *bytes)
{
    char room[256];
    uint64_t name = name_of(path);
    bool feeds = is_fed(&thread->name->inputs[RD_INPUT_PROC], name);
    long live = feeds ? 0 : reads(real_path(path, room, sizeof room), bytes);
    tell(thread, feeds, name);
    long size = (long)tell(thread, feeds, (uint64_t)live);
    for (long at = 0; at < size; at += 8) {
        uint64_t word = 0;
        size_t part = size - at < 8 ? (size_t)(size - at) : 8;
        memcpy(&word, bytes + at, part);
        word = tell(thread, feeds, word);
        memcpy(bytes + at, &word, part);
    }
    return size;
}

static char *take_room(void)
{
    void *room = mmap(NULL, MOST_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return room == MAP_FAILED ? NULL : room;
}

/* A descriptor from which that is read, or -1 with errno; LEFT_TO_THE_KERNEL */
static long opened(struct rd_thread *thread, const char *path, int flags)
{
    char *bytes = take_room();
    long size = bytes ? said(thread, path, read_file, bytes) : LEFT_TO_THE_KERNEL, descriptor = size;
    if (size >= 0) {
        descriptor = RD_SYSCALL2(SYS_memfd_create, "proc", flags & O_CLOEXEC ? MFD_CLOEXEC : 0);
        if (descriptor >= 0) {
            RD_SYSCALL3(SYS_write, descriptor, bytes, size);
            RD_SYSCALL3(SYS_lseek, descriptor, 0, SEEK_SET);
        }
    }
    if (bytes)
        munmap(bytes, MOST_BYTES);
    if (descriptor >= 0 || descriptor == LEFT_TO_THE_KERNEL)
        return descriptor;
    errno = (int)-descriptor;
    return -1;
}

static long opened_if_told(const char *path, int flags)
{
    bool reads = (flags & O_ACCMODE) == O_RDONLY && !(flags & (O_DIRECTORY | O_PATH));
    struct rd_thread *thread = reads && is_told(path) ? rd_enter() : NULL;
    return thread ? opened(thread, path, flags) : LEFT_TO_THE_KERNEL;
}

#define RD_OPENING(name) \
    int name(const char *path, int flags, ...) \
    { \
        long descriptor = opened_if_told(path, flags); \
        if (descriptor != LEFT_TO_THE_KERNEL) \
            return (int)descriptor; \
        va_list rest; \
        va_start(rest, flags); \
        bool makes = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE; \
        mode_t mode = makes ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        return rd_real.name(path, flags, mode); \
    }

RD_OPENING(open)
RD_OPENING(open64)

#define RD_OPENING_A_STREAM(name) \
    FILE *name(const char *restrict path, const char *restrict mode) \
    { \
        bool reads = mode[0] == 'r' && !strchr(mode, '+'); \
        long descriptor = reads ? opened_if_told(path, strchr(mode, 'e') ? O_CLOEXEC : 0) : LEFT_TO_THE_KERNEL; \
        if (descriptor == LEFT_TO_THE_KERNEL) \
            return rd_real.name(path, mode); \
        return descriptor < 0 ? NULL : fdopen((int)descriptor, mode); \
    }

RD_OPENING_A_STREAM(fopen)
RD_OPENING_A_STREAM(fopen64)

ssize_t readlink(const char *restrict path, char *restrict target, size_t size)
{
    struct rd_thread *thread = is_told(path) ? rd_enter() : NULL;
    char *bytes = thread ? take_room() : NULL;
    if (!bytes)
        return rd_real.readlink(path, target, size);
    long length = said(thread, path, read_link, bytes);
    if (length > 0)
        memcpy(target, bytes, (size_t)length < size ? (size_t)length : size);
    munmap(bytes, MOST_BYTES);
    if (length < 0)
        errno = (int)-length;
    return length < 0 ? -1 : (size_t)length < size ? length : (ssize_t)size;
}
