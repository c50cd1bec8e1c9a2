/* Calls that may block in the kernel. A thread about to block gives the baton away at once, instead of leaving it to the
 * watchdog, and comes back when the call is over. */
#include "runtime.h"

#include <fcntl.h>

/* Calls `call` outside where it would block; `blocks` is evaluated only where other threads exist. */
#define RD_CALL_OUTSIDE(type, blocks, call) \
    struct rd_thread *thread = rd_enter(); \
    bool left = thread && rd_thread_count > 1 && (blocks) && rd_leave(thread); \
    type result = call; \
    if (left) { \
        int error = errno; \
        rd_come_back(thread); \
        errno = error; \
    }
#define RD_OUTSIDE_CALL(type, blocks, call) \
    RD_CALL_OUTSIDE(type, blocks, call) \
    return result

static bool would_block(int descriptor)
{
    struct pollfd looked_at = {.fd = descriptor, .events = POLLIN};
    struct timespec none = {0, 0};
    if (RD_SYSCALL6(SYS_ppoll, &looked_at, 1, &none, 0, 8, 0) != 0)
        return false;
    long flags = RD_SYSCALL2(SYS_fcntl, descriptor, F_GETFL);
    return flags >= 0 && !(flags & O_NONBLOCK);
}

ssize_t read(int descriptor, void *bytes, size_t size)
{
    RD_OUTSIDE_CALL(ssize_t, would_block(descriptor), rd_real.read(descriptor, bytes, size));
}

ssize_t recv(int descriptor, void *bytes, size_t size, int flags)
{
    RD_OUTSIDE_CALL(ssize_t, !(flags & MSG_DONTWAIT) && would_block(descriptor), rd_real.recv(descriptor, bytes, size, flags));
}

ssize_t recvfrom(int descriptor, void *restrict bytes, size_t size, int flags, struct sockaddr *restrict from,
                 socklen_t *restrict length)
{
    RD_OUTSIDE_CALL(ssize_t, !(flags & MSG_DONTWAIT) && would_block(descriptor),
                    rd_real.recvfrom(descriptor, bytes, size, flags, from, length));
}

ssize_t recvmsg(int descriptor, struct msghdr *message, int flags)
{
    RD_OUTSIDE_CALL(ssize_t, !(flags & MSG_DONTWAIT) && would_block(descriptor), rd_real.recvmsg(descriptor, message, flags));
}

int accept(int descriptor, struct sockaddr *restrict from, socklen_t *restrict length)
{
    RD_OUTSIDE_CALL(int, would_block(descriptor), rd_real.accept(descriptor, from, length));
}

int accept4(int descriptor, struct sockaddr *restrict from, socklen_t *restrict length, int flags)
{
    RD_OUTSIDE_CALL(int, would_block(descriptor), rd_real.accept4(descriptor, from, length, flags));
}

/* the process that ended is told by its recorded id */
#define RD_WAIT_CALL(blocks, call) \
    RD_CALL_OUTSIDE(pid_t, blocks, call) \
    return rd_known_process(result)

pid_t wait(int *status)
{
    RD_WAIT_CALL(true, rd_real.wait(status));
}

pid_t waitpid(pid_t process, int *status, int options)
{
    RD_WAIT_CALL(!(options & WNOHANG), rd_real.waitpid(rd_real_process(process), status, options));
}

pid_t wait3(int *status, int options, struct rusage *usage)
{
    RD_WAIT_CALL(!(options & WNOHANG), rd_real.wait3(status, options, usage));
}

pid_t wait4(pid_t process, int *status, int options, struct rusage *usage)
{
    RD_WAIT_CALL(!(options & WNOHANG), rd_real.wait4(rd_real_process(process), status, options, usage));
}

/* with nothing to look at these two sleep */

static int poll_outside(struct pollfd *looked_at, nfds_t count, int milliseconds)
{
    struct timespec none = {0, 0};
    RD_OUTSIDE_CALL(int, milliseconds && RD_SYSCALL6(SYS_ppoll, looked_at, count, &none, 0, 8, 0) == 0,
                    rd_real.poll(looked_at, count, milliseconds));
}

int poll(struct pollfd *looked_at, nfds_t count, int milliseconds)
{
    struct rd_thread *thread = count == 0 && milliseconds >= 0 ? rd_enter() : NULL;
    if (!thread)
        return poll_outside(looked_at, count, milliseconds);
    rd_sleep(thread, (uint64_t)milliseconds * 1000000);
    return 0;
}

static bool select_would_block(int count, const fd_set *reading, const fd_set *writing, const fd_set *other,
                               const struct timeval *limit)
{
    fd_set sets[3];
    fd_set *copies[3] = {NULL, NULL, NULL};
    const fd_set *given[3] = {reading, writing, other};
    struct timeval none = {0, 0};
    if (limit && !limit->tv_sec && !limit->tv_usec)
        return false;
    for (int i = 0; i < 3; i++)
        if (given[i]) {
            memcpy(&sets[i], given[i], sizeof sets[i]);
            copies[i] = &sets[i];
        }
    return count > FD_SETSIZE || RD_SYSCALL6(SYS_select, count, copies[0], copies[1], copies[2], &none, 0) == 0;
}

static int select_outside(int count, fd_set *reading, fd_set *writing, fd_set *other, struct timeval *limit)
{
    RD_OUTSIDE_CALL(int, select_would_block(count, reading, writing, other, limit),
                    rd_real.select(count, reading, writing, other, limit));
}

int select(int count, fd_set *restrict reading, fd_set *restrict writing, fd_set *restrict other,
           struct timeval *restrict limit)
{
    bool looks_at_nothing = !count || (!reading && !writing && !other);
    struct rd_thread *thread = looks_at_nothing && limit ? rd_enter() : NULL;
    if (!thread)
        return select_outside(count, reading, writing, other, limit);
    rd_sleep(thread, (uint64_t)limit->tv_sec * 1000000000 + (uint64_t)limit->tv_usec * 1000);
    return 0;
}

/* ---- new processes: the child is not recorded; start.c switches the runtime off in it */

pid_t fork(void)
{
    struct rd_thread *thread = rd_enter();
    pid_t child = rd_real.fork();
    return thread ? rd_told_process(thread, child) : child;
}

/* A child that shares our memory must not run: a fork does the same. */
__attribute__((weak)) pid_t vfork(void)
{
    return fork();
}
